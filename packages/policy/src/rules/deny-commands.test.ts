import { describe, expect, it } from 'vitest';
import { decide } from '../decide.ts';
import { denyCommands } from './deny-commands.ts';
import { exampleWorkspace } from './example-workspace.ts';
import { emptyPolicy } from './policy.ts';

function outcomeOf(entries: readonly string[], tool: string, args: object) {
  const call = {
    tool: { name: tool, source: 'builtin', service: null },
    arguments: args,
    projectId: 'p',
    sessionId: 's',
    agentId: 'a',
  };
  return decide(denyCommands(emptyPolicy, entries), call as never, exampleWorkspace);
}
const bash = (entry: string, cmd: string) => outcomeOf([entry], 'bash', { cmd });

describe('a command on the list', () => {
  it.each([
    ['npm', 'npm test'],
    ['npm', 'cd src && npm test'],
    ['npm', 'ls | npm test'],
    ['npm', 'for x in a b; do npm test; done'],
    ['npm', 'echo $(npm test)'],
    ['npm', 'f() { npm test; }; f'],
    ['npm', 'X=1 npm test'],
    ['npm', '\\npm test'],
    ['npm', 'n"p"m test'],
    ['npm', '/usr/bin/npm test'],
    ['npm', 'npm $X'],
    ['npm', 'env A=1 npm test'],
    ['npm', 'timeout 5 nice npm test'],
    ['npm', 'xargs npm < list'],
    ['npm', 'find . -name x -exec npm test ;'],
    ['npm', 'bash -c "npm test"'],
    ['npm', 'bash -c \'ls; sh -c "npm test"\''],
    ['npm', 'eval npm test'],
    ['npm', 'eval "ls; npm test"'],
    ['npm', 'trap "npm test" EXIT'],
    ['npm', 'trap npm EXIT'],
    ['npm', 'fd . -x npm test'],
    ['npm', "env -S 'npm test'"],
    ['npm', '$TOOL test'],
    ['npm', '"$(cat name)" test'],
    ['npm', 'bash -c "$CODE"'],
    ['git push', 'git push'],
    ['git push', 'git -C other push origin main'],
    ['git push', 'git push origin main --force'],
    ['git push', 'timeout 5 git push'],
    ['git push --force', 'git push origin main --force'],
    ['git push --force', 'git push --force=yes'],
    ['docker compose down', 'docker compose -f x.yaml down'],
    ['rm -rf', 'rm -f -r build'],
    ['rm -rf', 'rm -rvf build'],
    ['tar -x', 'tar -xzf a.tgz'],
  ])('%s is found in: %s [T3]', (entry, cmd) => {
    expect(bash(entry, cmd)).toMatchObject({ outcome: 'deny' });
  });

  it.each([
    ['npm', 'npm-check x'],
    ['npm', 'echo npm'],
    ['npm', 'grep npm package.json'],
    ['npm', 'cat npm'],
    ['npm', 'X=npm'],
    ['npm', 'bash -c "echo npm"'],
    ['git push', 'git status'],
    ['git push', 'git commit -m push'],
    ['git push', 'git log push'],
    ['git push --force', 'git push origin main'],
    ['docker compose down', 'docker compose up'],
    ['rm -rf', 'rm -f build'],
    ['npm', 'find . -name npm'],
    ['npm', 'git commit -m "npm test"'],
    ['EXIT', 'trap "ls" EXIT'],
  ])('%s is not found in: %s', (entry, cmd) => {
    expect(bash(entry, cmd).matched.map(({ id }) => id)).not.toContain('settings.bash-denylist');
  });

  it('is found in a command without a shell too, and nowhere else [T3]', () => {
    expect(outcomeOf(['npm'], 'execute_command', { command: 'npm', args: ['test'] }).outcome).toBe('deny');
    expect(outcomeOf(['npm'], 'execute_command', { command: 'sh', args: ['-c', 'npm test'] }).outcome).toBe('deny');
    expect(outcomeOf(['npm'], 'write', { path: 'npm', content: 'npm test' }).outcome).toBe('ask');
  });

  it('is refused by a rule that says where it comes from', () => {
    const { ruleId, reasons } = bash('npm', 'npm test');
    expect(ruleId).toBe('settings.bash-denylist');
    expect(reasons.join(' ')).toContain('tool_bash_denylist');
  });
});

it('changes nothing where the list is empty, and the version where it is not', () => {
  expect(denyCommands(emptyPolicy, [])).toBe(emptyPolicy);
  const versions = [['npm'], ['npm', 'git push']].map((list) => denyCommands(emptyPolicy, list).version);
  expect(new Set([...versions, emptyPolicy.version]).size).toBe(3);
});
