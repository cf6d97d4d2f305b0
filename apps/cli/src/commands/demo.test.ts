import { describe, expect, it } from 'vitest';
import { projectPath } from '../../test/fake-api.ts';
import { fakeRun, sampleNode, sampleRun, tellingOf } from '../../test/fake-run.ts';
import { fakeTerminal } from '../../test/fake-terminal.ts';
import { runCli } from '../run-cli.ts';

describe('countersign demo', () => {
  it('has the model that needs no key work, and shows the tree at the end', async () => {
    const run = sampleRun();
    const server = await fakeRun(run, {
      routes: {
        [`GET ${projectPath}/events/tree`]: ({ query }) => {
          expect(query.get('id')).toBe(run.run_id);
          return { nodes: [sampleNode()], last_seq: 1, is_cut: false };
        },
      },
    });
    const terminal = fakeTerminal({ env: server.env });
    const done = runCli(['demo'], terminal);
    server.become({ status: 'completed', answer: 'Done.' });
    await server.send(tellingOf(run).status('completed'));
    expect(await done).toBe(0);
    expect(terminal.out).toBe('Done.\n');
    expect(terminal.err).toContain('agent Tidy up  completed');
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ model: 'demo' });
  });
});
