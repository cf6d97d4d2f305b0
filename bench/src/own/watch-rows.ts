declare global {
  interface Window {
    rows: Rows;
  }
}

type Rows = {
  /** When the row of an approval was painted, in milliseconds of the machine's clock. */
  paintedAt(approvalId: string): Promise<number>;
  isGone(approvalId: string): Promise<void>;
  /** How long after the page was opened the first row was painted. */
  firstPaintedAfterMs(): Promise<number>;
};

/** Runs in the page before anything else: sees rows come and go, and when what came was painted. */
export function watchRows(): void {
  const rowOf = (approvalId: string) => `a[href^="/a/${approvalId}"]`;
  /** A frame has begun that shows it, and a task that follows the frame says that it is over. */
  const painted = () =>
    new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      if (isSo()) return resolve();
      const observer = new MutationObserver(() => {
        if (!isSo()) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document, { childList: true, subtree: true });
    });
  const seenAt = new Map<string, Promise<number>>();
  new MutationObserver(() => {
    for (const { pathname } of document.querySelectorAll<HTMLAnchorElement>('li a[href^="/a/"]')) {
      const id = pathname.slice('/a/'.length);
      if (!seenAt.has(id)) seenAt.set(id, painted());
    }
  }).observe(document, { childList: true, subtree: true });
  window.rows = {
    async paintedAt(approvalId) {
      await until(() => seenAt.has(approvalId));
      return performance.timeOrigin + (await seenAt.get(approvalId)!);
    },
    isGone: (approvalId) => until(() => document.querySelector(rowOf(approvalId)) === null),
    async firstPaintedAfterMs() {
      await until(() => seenAt.size > 0);
      return seenAt.values().next().value!;
    },
  };
}
