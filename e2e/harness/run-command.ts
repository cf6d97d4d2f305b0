import { readFileSync } from 'node:fs';
import { run } from '../../apps/cli/test/fake-terminal.ts';

export type Ended = { readonly code: number; readonly out: string; readonly err: string };

type Given = { readonly url: string; readonly token: string; readonly cwd?: string; readonly stdin?: string };

/** The `countersign` command with real files and a real server, in this process and without a person. */
export function runCommand(line: readonly string[], { url, token, cwd = '/', stdin = '' }: Given): Promise<Ended> {
  return run(line, {
    cwd,
    env: { COUNTERSIGN_SERVER: url, COUNTERSIGN_TOKEN: token },
    readFile: (path) => readFileSync(path, 'utf8'),
    stdin: async function* () {
      yield Buffer.from(stdin);
    },
  });
}
