import { putSecret, removeSecret, secretView } from '@countersign/control-plane';
import { ok, route } from '../http/route.ts';

export const secretRoutes = [
  route('listSecrets', async ({ plane }) => ok({ secrets: (await plane.store.listSecrets()).map(secretView) })),

  route('putSecret', async ({ plane }, { params, body, principal }) =>
    ok(secretView(await putSecret(plane, principal, params.name, body.value))),
  ),

  route('removeSecret', async ({ plane }, { params, principal }) =>
    ok(secretView(await removeSecret(plane, principal, params.name))),
  ),
];
