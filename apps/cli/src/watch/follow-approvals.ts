import type { Client, ReceivedMessage } from '@countersign/client';
import type { ApprovalView } from '@countersign/contract';

type Resolution = Extract<ReceivedMessage, { event: 'approval.resolved' }>['data'];

/** What a watcher is told. */
export type Notice =
  | { readonly kind: 'requested'; readonly approval: ApprovalView }
  | { readonly kind: 'resolved'; readonly resolution: Resolution }
  | { readonly kind: 'disconnected'; readonly retryInMs: number }
  | { readonly kind: 'connected' };

const toldMax = 10_000;

/**
 * Tells each request once and each resolution, until the signal says stop. On every connection what waits is listed as
 * well: a request that was made while nobody was connected is told too.
 */
export async function followApprovals(
  client: Pick<Client, 'approvals' | 'events'>,
  projectId: string,
  tell: (notice: Notice) => void,
  signal: AbortSignal,
): Promise<void> {
  const told = new RecentIds(toldMax);
  const failure = new AbortController();
  const request = (approval: ApprovalView): void => {
    if (approval.status === 'pending' && told.add(approval.approval_id)) tell({ kind: 'requested', approval });
  };
  const catchUp = async (): Promise<void> => {
    let cursor: string | null = null;
    do {
      const page: { approvals: ApprovalView[]; next_cursor: string | null } = await client.approvals.list(
        projectId,
        { status: 'pending', limit: 200, ...(cursor === null ? {} : { cursor }) },
        { signal },
      );
      page.approvals.forEach(request);
      cursor = page.next_cursor;
    } while (cursor !== null);
  };
  const stream = client.events(projectId, {
    signal: AbortSignal.any([signal, failure.signal]),
    onConnect: () => {
      tell({ kind: 'connected' });
      catchUp().catch((error: unknown) => failure.abort(error));
    },
    onDisconnect: (_, retryInMs) => tell({ kind: 'disconnected', retryInMs }),
  });
  for await (const { event, data } of stream) {
    if (event === 'tool.approval_request' && !told.has(data.approval_id)) {
      request(await client.approvals.get(projectId, data.approval_id, { signal }));
    }
    if (event === 'approval.resolved') {
      // A list that was read a moment ago must not bring it back.
      told.add(data.approval_id);
      tell({ kind: 'resolved', resolution: data });
    }
  }
  if (failure.signal.aborted && !signal.aborted) throw failure.signal.reason;
}

/** The ids of the last so many things. */
class RecentIds {
  readonly #ids = new Set<string>();
  readonly #sizeMax: number;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** False for one that is there already. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > this.#sizeMax) this.#ids.delete(this.#ids.values().next().value!);
    return true;
  }
}
