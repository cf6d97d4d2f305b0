import { CountersignError, openApiDocument } from '@countersign/contract';
import { type Answer, ok, route } from '../http/route.ts';
import { docsPage, docsPolicy } from '../page/docs-page.ts';
import { inbox, inboxPolicy } from '../page/inbox-page.ts';

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
  route('getDocs', async ({ version }) => page(docsPage(openApiDocument(version)), docsPolicy)),
  route('getPage', async () => page(inbox.page(), inboxPolicy)),
];

/** Nothing of a page may be loaded or framed from anywhere else; each says what it needs besides. */
function page(html: string, policy: string): Answer {
  return {
    status: 200,
    body: html,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  };
}
