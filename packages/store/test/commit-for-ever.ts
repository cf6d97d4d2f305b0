import { writeSync } from 'node:fs';
import { anEvent, aToolCall } from '@countersign/testing';
import { openStore } from '../src/index.ts';

/** A process to be killed: says the id of each call once it is told that the call is durable. */
const store = await openStore(process.argv[2]!);
for (;;) {
  const calls = Array.from({ length: 8 }, () => aToolCall());
  await Promise.all(
    calls.map(async (call) => {
      await store.commit({ guard: { kind: 'call', call }, events: [anEvent({ subjectId: call.id }), anEvent()] });
      writeSync(1, `${call.id}\n`);
    }),
  );
}
