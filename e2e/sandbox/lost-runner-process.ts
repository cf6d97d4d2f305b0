import { createCommandRunner } from '@countersign/local-tools';

/**
 * A process that runs one command and is killed meanwhile. Words: root, script, `sandbox` or `none`, folder of its own. Says who its helper
 * is, then prints what the command prints.
 */
const [root, script, kind, privateFolder] = process.argv.slice(2) as [string, string, string, string];
const missing = { sandboxProgram: '/nowhere/bwrap', allowUnsandboxed: true };
const { runner, refusal } = await createCommandRunner(kind === 'none' ? missing : { privateFolder });
if (runner === null) throw new Error(refusal ?? 'no runner');
const warmUp = await run('true');
process.stdout.write(`helper ${runner.helperPid} ${warmUp.exitCode}\n`);
try {
  await run(script);
} catch (error) {
  process.stdout.write(`${(error as Error).name}\n`);
}
await runner.close();

function run(text: string) {
  return runner!.run({
    argv: ['/bin/bash', '--noprofile', '--norc', '-c', text],
    workingFolder: root,
    roots: [root],
    mayWrite: true,
    mayUseNetwork: false,
    pinnedFiles: [],
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onOutput: ({ bytes }) => process.stdout.write(bytes),
  });
}
