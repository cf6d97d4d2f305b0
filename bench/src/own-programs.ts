/**
 * Our own side of each experiment: modules that export `startJob` (see `job.ts`). Each also answers `durability`: its
 * store and how hard it syncs.
 */
export type OwnProgram =
  /**
   * Goals 1, 2, 3 and 14. Starts the real server as a child process, SQLite FULL.
   * `operations.approve`: submit over REST, decide on the SSE event over REST, get the result; throws if not executed.
   * `answers.diskBytes`: bytes of the database after a checkpoint. `settings.tools`: how many tools are registered (1).
   */
  | 'approval-loop'
  /**
   * Goals 4 and 5. `operations.call`: one call of a tool of a service over REST; throws if the answer is not right.
   * `settings.delayMs`: how long the service takes (0).
   */
  | 'upstream-call'
  /** Goal 8. `operations.change`: one durable state change with its event through the store on SQLite FULL. */
  | 'state-changes-sqlite'
  /** Goal 8. The same on `options.postgresUrl`. */
  | 'state-changes-postgres'
  /**
   * Goal 9. The server runs in the job's own process, so that the host's `heapBytes` is its heap.
   * `answers.addWatchedWaits(n)` and `answers.addUnwatchedWaits(n)`: n more pending calls with, without a waiter.
   * `answers.addHeldRequests(n)`: n more pending calls with a waiter and the open request of another process.
   */
  | 'pending-waits'
  /**
   * Goals 9 and 10. The server runs in the job's own process, so that the host's `rssBytes` and `loopBlockMsMax` are its.
   * `answers.port`: of the server on 127.0.0.1. `answers.createAgents(n)`: n agents in all, each for a stream of its own.
   * `answers.request(index)`: the raw HTTP request, headers and the empty line included, that opens the stream of agent
   * `index`; `answers.projectRequest`: one that opens a stream of everything. `answers.notifyOne(index)`: an event for the
   * stream of that agent alone; answers the microseconds from the publication until it was written.
   * `answers.broadcast`: an event for all streams of everything.
   */
  | 'event-streams'
  /**
   * Goal 11. The store and use cases with `settings.finished` and `settings.pending` calls in the database at the start.
   * `operations.submit`, `decide`, `getRecent`, `listPending`, one at a time. They must leave the sizes about as they were.
   */
  | 'growth'
  /**
   * Goal 12. The local tools over 100,000 files. `operations.grep`, `find`, `read`, `ls` (`lsNames` is the same), and `edit` beside `readAndWrite`,
   * one at a time.
   */
  | 'file-tools'
  /**
   * Goal 13. `operations.true`, `bash`: one command in the sandbox, by the helper. `settings.megabytes`: how much memory
   * the process holds that asks for it.
   */
  | 'spawned-tools'
  /**
   * Goal 15. The server runs in the job's own process. `answers.run(turns)`: has the agent do a run of so many turns, each with
   * one tool call that needs no question; throws if it does not end well. `answers.p50Us(from)`: of the last run, the median of
   * the hundred turns that begin with that one; with 0 that of all turns.
   */
  | 'agent-turns'
  /**
   * Goal 16. The server runs in the job's own process, the page in Chromium. `answers.arrivalMs`: asks for one more call, and
   * answers the time from its commit until its row was painted. `answers.addPending(n)`: n more calls that wait.
   * `answers.firstRowsMs`: opens the page anew, and answers the time until rows are painted. `answers.scroll`: scrolls through all
   * that wait, and answers how many frames that took; `answers.frameP95Us` and `answers.framesLongerThan(ms)` are about these.
   */
  | 'inbox-page';

export const ownPrograms: Readonly<Record<OwnProgram, URL>> = {
  'approval-loop': new URL('./own/approval-loop.ts', import.meta.url),
  'upstream-call': new URL('./own/upstream-call.ts', import.meta.url),
  'state-changes-sqlite': new URL('./own/state-changes-sqlite.ts', import.meta.url),
  'state-changes-postgres': new URL('./own/state-changes-postgres.ts', import.meta.url),
  'pending-waits': new URL('./own/pending-waits.ts', import.meta.url),
  'event-streams': new URL('./own/event-streams.ts', import.meta.url),
  growth: new URL('./own/growth.ts', import.meta.url),
  'file-tools': new URL('./own/file-tools.ts', import.meta.url),
  'spawned-tools': new URL('./own/spawned-tools.ts', import.meta.url),
  'agent-turns': new URL('./own/agent-turns.ts', import.meta.url),
  'inbox-page': new URL('./own/inbox-page.ts', import.meta.url),
};
