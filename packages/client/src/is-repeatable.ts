import { type EndpointId, endpoints } from '@countersign/contract';

/**
 * POST requests that mean the same when they arrive twice. A decision is compared with the one that stands (L4); a lease is
 * only prolonged; a service is looked at as it is, and an edit is only looked at, and so are rules; a result is taken once for its fence (L6), a piece of output once for its offset, and an announcement, a preview
 * and an undo say again what is so. Claims and whatever creates something are not here.
 */
const repeatablePosts: ReadonlySet<EndpointId> = new Set<EndpointId>([
  'approveApproval',
  'rejectApproval',
  'decideApproval',
  'decideApprovals',
  'checkEdit',
  'explainCall',
  'simulatePolicy',
  'draftRule',
  'renewLease',
  'submitToolResult',
  'announceRunner',
  'submitPreview',
  'submitOutput',
  'reportUndone',
  'signOut',
  'refreshSource',
  'explainAccess',
]);

/** POST requests that a key makes repeatable. */
const keyed: ReadonlySet<EndpointId> = new Set<EndpointId>(['executeTool', 'executeUpstreamTool', 'postMessage']);

type Sent = { readonly headers?: Readonly<Record<string, unknown>>; readonly body?: unknown };

/** Whether a request may be sent again after an answer was lost. */
export function isRepeatable(endpointId: EndpointId, { headers, body }: Sent): boolean {
  if (endpoints[endpointId].method !== 'POST') return true;
  if (endpointId === 'submitToolResult') return (body as { fence?: number } | undefined)?.fence !== undefined;
  if (keyed.has(endpointId)) return headers?.['idempotency-key'] !== undefined;
  return repeatablePosts.has(endpointId);
}
