// LangGraph JS: a node interrupts, the run is resumed with the decision, the next node executes. Every step is
// checkpointed by SqliteSaver in its own default mode. better-sqlite3 is overridden because the 12.x that SqliteSaver
// asks for aborts in Node 24.19 and later when a statement is collected.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { StartJob } from '../../src/job.ts';

type Call = { tool: string; args: { city: string; note: string } };

const SYNCHRONOUS = ['OFF', 'NORMAL', 'FULL', 'EXTRA'];

const State = Annotation.Root({
  call: Annotation<Call>(),
  decision: Annotation<string>(),
  result: Annotation<{ ok: boolean }>(),
});

export const startJob: StartJob = async ({ directory }) => {
  process.env.LANGSMITH_TRACING = 'false';
  const file = join(directory, 'checkpoints.db');
  const saver = SqliteSaver.fromConnString(file);
  const graph = new StateGraph(State)
    .addNode('approve', (state) => ({ decision: interrupt<Call, string>(state.call) }))
    .addNode('execute', (state) => ({ result: { ok: state.decision === 'approve' } }))
    .addEdge(START, 'approve')
    .addEdge('approve', 'execute')
    .addEdge('execute', END)
    .compile({ checkpointer: saver });

  let thread = 0;
  const approve = async () => {
    const config = { configurable: { thread_id: `thread-${thread++}` } };
    const call = { tool: 'http.get', args: { city: 'Oslo', note: 'x'.repeat(300) } };
    const asked = await graph.invoke({ call }, config);
    if (!('__interrupt__' in asked)) throw new Error('the graph did not interrupt');
    const done = await graph.invoke(new Command({ resume: 'approve' }), config);
    if (!done.result?.ok) throw new Error('the graph did not execute');
  };

  await approve(); // Creates the tables and sets the journal mode.
  return {
    operations: { approve },
    answers: {
      diskBytes: () => {
        saver.db.pragma('wal_checkpoint(TRUNCATE)');
        return statSync(file).size;
      },
      durability: () => {
        const journal = `${saver.db.pragma('journal_mode', { simple: true })}`.toUpperCase();
        return `SQLite ${journal} ${SYNCHRONOUS[Number(saver.db.pragma('synchronous', { simple: true }))]}`;
      },
    },
    stop: () => {
      saver.db.close();
    },
  };
};
