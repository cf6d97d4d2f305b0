import { CountersignError, openApiDocument } from '@countersign/contract';
import { type Answer, ok, route } from '../http/route.ts';
import { docsPage } from '../page/docs-page.ts';
import { inboxPage } from '../page/inbox-page.ts';

/** The format that Prometheus has read since it began. */
const prometheusText = 'text/plain; version=0.0.4; charset=utf-8';

export const healthRoutes = [
  route('livez', async () => ok({ status: 'ok' })),

  route('readyz', async (context) => {
    if (context.isClosing()) throw new CountersignError('unavailable', 'The server is shutting down.');
    await context.plane.store.ping().catch((error) => {
      throw new CountersignError('unavailable', 'The database does not answer.', {}, error);
    });
    return ok({ status: 'ok' });
  }),

  route('getMetrics', async ({ figuresText }) => {
    if (!figuresText) throw new CountersignError('not_found', 'Figures are switched off. Set metrics to on.');
    return { status: 200, body: await figuresText(), headers: { 'content-type': prometheusText } };
  }),

  route('getOpenApi', async ({ version }) => ok(openApiDocument(version))),
  route('getDocs', async ({ version }) => page(docsPage(openApiDocument(version)))),
  route('getPage', async () => page(inboxPage)),
];

/** Pages bring all they need with them; nothing may be loaded or framed from anywhere else. */
function page(html: string): Answer {
  return {
    status: 200,
    body: html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  };
}
