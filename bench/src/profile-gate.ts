import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@countersign/contract';
import { filesOnDisk, localToolDefinitions } from '../../packages/local-tools/src/index.ts';
import { decide } from '../../packages/policy/src/decide.ts';
import { requestJudge } from '../../packages/policy/src/rules/judge-request.ts';
import { emptyPolicy } from '../../packages/policy/src/rules/policy.ts';

/** `node bench/src/profile-gate.ts`: how long the gate takes over calls that are large, deep or made to be slow. */
const rounds = 100;
const root = mkdtempSync(join(tmpdir(), 'countersign-gate-speed-'));
mkdirSync(join(root, 'src'));
symlinkSync('/etc', join(root, 'out'));
const judge = requestJudge(localToolDefinitions);
const workspace = { roots: [root], home: root, files: filesOnDisk };

const fill = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));
const script = (cmd: string) => ({ tool: 'bash', params: { cmd } });
const command = (name: string, args: readonly string[]) => ({
  tool: 'execute_command',
  params: { command: name, args: [...args] },
});

function calls(length: number): Record<string, { tool: string; params: JsonObject }> {
  const each = Math.floor(length / 1000);
  return {
    'a file': { tool: 'write_file', params: { path: 'src/a.ts', content: fill('const a = 1;\n', length) } },
    'a text for a command': script(`cat > src/a.ts <<'END'\n${fill('const a = 1;\n', length - 40)}END\n`),
    'lines of commands': script(fill('grep -rn "foo bar" src/index.ts | head -5\n', length)),
    'commands without end': script(fill('ls;', length)),
    'words without end': script(`echo ${fill('a ', length - 5)}`),
    'paths without end': script(`cat ${fill('src/a ', length - 5)}`),
    'nesting without end': script(fill('$(', length)),
    'brackets without end': script(fill('(', length)),
    'braces without end': script(`echo ${fill('{a,', length - 5)}`),
    'quotes without end': script(fill('"', length)),
    'back-ticks without end': script(fill('`', length)),
    'redirections without end': script(`ls ${fill('>a ', length - 5)}`),
    'texts without end': script(fill('cat <<A ', length)),
    'folders without end': script(fill('cd a;', length)),
    'one long argument': command('echo', [fill('x', length)]),
    'a thousand paths': command('cat', new Array(1000).fill(fill('a/', each))),
    'a thousand links': command('cat', new Array(1000).fill('out/x')),
    'a thousand guesses': command('frobnicate', new Array(1000).fill(`/a/${fill('b/', each)}`)),
    'a list of paths': command('frobnicate', [fill('/a:', length)]),
    'a long program of sed': command('sed', [`s/${fill('a', length)}/b/`, 'a']),
    'a thousand wrappers': command('env', new Array(1000).fill('env')),
    'a thousand shells': command('env', new Array(1000).fill('sh')),
    'a script in an argument': command('sh', ['-c', fill('ls;', length)]),
  };
}

console.log('size   p50 ms   p99 ms  call');
for (const [size, length] of [
  ['64 KB', 64 * 1024],
  ['1 MB', 1024 * 1024],
] as const) {
  for (const [name, { tool, params }] of Object.entries(calls(length))) {
    const times: number[] = [];
    for (let round = -10; round < rounds; round += 1) {
      const started = performance.now();
      judge({ tool, params, agentId: '', sessionId: '', projectId: '' }, (call) =>
        decide(emptyPolicy, call, workspace),
      );
      if (round >= 0) times.push(performance.now() - started);
    }
    times.sort((one, other) => one - other);
    const at = (share: number): string => times[Math.floor(times.length * share)]!.toFixed(2).padStart(8);
    console.log(`${size.padEnd(5)} ${at(0.5)} ${at(0.99)}  ${name}`);
  }
}
rmSync(root, { recursive: true });
