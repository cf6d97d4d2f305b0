import type { FeedEvent, Store } from '@countersign/control-plane';

const page = 500;

/** Calls that wait for a person, of all projects, as far as this process has heard. */
export class PendingApprovals {
  readonly #calls = new Set<string>();
  readonly #ended = new Set<string>();
  #isCounted = false;

  get size(): number {
    return this.#calls.size;
  }

  hear({ type, subjectId }: Pick<FeedEvent, 'type' | 'subjectId'>): void {
    if (type === 'approval.requested') this.#calls.add(subjectId);
    if (type !== 'approval.decided' && type !== 'approval.expired' && type !== 'approval.withdrawn') return;
    this.#calls.delete(subjectId);
    // It may be on a page that is being read.
    if (!this.#isCounted) this.#ended.add(subjectId);
  }

  /** Those from before anybody listened. */
  async count(store: Pick<Store, 'listProjects' | 'listApprovals'>): Promise<void> {
    for (const { id: projectId } of await store.listProjects()) {
      for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
        const found = await store.listApprovals({ projectId, status: 'pending' }, { limit: page, cursor });
        for (const { approval } of found.items) if (!this.#ended.has(approval.callId)) this.#calls.add(approval.callId);
        cursor = found.nextCursor;
      }
    }
    this.#isCounted = true;
    this.#ended.clear();
  }
}
