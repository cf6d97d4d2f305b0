import type { ProjectId } from '@countersign/contract';
import { readFigures } from '@countersign/control-plane';
import { ok, route } from '../http/route.ts';

const daysDefault = 7;

export const figureRoutes = [
  route('getFigures', async ({ plane }, { params, query }) =>
    ok(await readFigures(plane, params.project_id as ProjectId, query.days ?? daysDefault)),
  ),
];
