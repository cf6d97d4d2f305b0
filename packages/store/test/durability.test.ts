import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ToolCallId } from '@countersign/contract';
import { eventHash, genesisHash } from '@countersign/control-plane';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { useStores } from './stores.ts';

const program = fileURLToPath(new URL('./commit-for-ever.ts', import.meta.url));

describeOnEachDatabase('a process that is killed', (database) => {
  const stores = useStores(database);

  it('has lost nothing that it was told was written, and half of nothing [L2] [L3]', async () => {
    const child = spawn(process.execPath, [program, stores.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const told: ToolCallId[] = [];
    for await (const line of createInterface(child.stdout)) {
      told.push(line as ToolCallId);
      if (told.length === 500) child.kill('SIGKILL');
    }
    await exited;

    const store = await stores.open();
    expect(await store.findCalls(told)).toHaveLength(told.length);
    const events = await store.listEvents({ after: 0, limit: 100_000 });
    expect(events.length).toBe(await store.headSeq());
    expect(events.length % 2).toBe(0);
    let hash = genesisHash;
    for (const event of events) {
      hash = eventHash(hash, event);
      expect(event.hash).toBe(hash);
    }
    const submitted = new Set(events.map(({ subjectId }) => subjectId));
    expect(told.every((id) => submitted.has(id))).toBe(true);
  });
});
