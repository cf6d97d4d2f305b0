import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bubblewrap } from '../sandbox/bubblewrap.ts';
import type { Proof } from '../sandbox/proof.ts';
import { proveSandbox } from '../sandbox/prove-sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { seatbelt } from '../sandbox/seatbelt.ts';
import { hasSeccompFilter } from '../sandbox/seccomp-filter.ts';
import type { GitIdentity } from '../sandbox/snapshot-etc.ts';
import { ownToolPath, toolFolders } from '../sandbox/tool-folders.ts';
import { unsandboxed } from '../sandbox/unsandboxed.ts';
import { SpawnHelper } from '../spawn/spawn-helper.ts';
import { type CommandLimits, defaultCommandLimits } from './command-limits.ts';
import { HelperCommandRunner } from './helper-command-runner.ts';

export type CommandRunnerOptions = {
  /** True only where the user said so by name: commands then run without a sandbox, and every approval shows it. */
  readonly allowUnsandboxed?: boolean;
  /** Folders of programs besides those of the system. Node's own unless told. */
  readonly toolPath?: readonly string[];
  readonly limits?: Partial<CommandLimits>;
  /** The runner's environment, of which commands get the language and the time zone. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A folder of the runner, for what the sandbox shows to commands. A new one for temporary files unless told. */
  readonly privateFolder?: string | null;
  /** Who commits where commands use git. */
  readonly gitIdentity?: GitIdentity | null;
  /** The program that makes the sandbox, where it is not in one of the usual places. */
  readonly sandboxProgram?: string;
  /** Proves another sandbox instead of the one of this system. */
  readonly sandbox?: Sandbox;
};

/** What runs commands here. Without a runner, `refusal` says why and what to do. */
export type CreatedCommandRunner = {
  readonly runner: HelperCommandRunner | null;
  /** Null where there was nothing to prove. */
  readonly proof: Proof | null;
  readonly refusal: string | null;
};

/** T6: commands run in a sandbox that was proved to hold just now, or not at all, or as the user said by name. */
export async function createCommandRunner(options: CommandRunnerOptions = {}): Promise<CreatedCommandRunner> {
  const limits = { ...defaultCommandLimits, ...options.limits };
  const found = options.sandbox ?? findSandbox(options, limits);
  if (typeof found === 'string') return options.allowUnsandboxed ? withoutSandbox(found, null) : refused(found, null);
  const runner = new HelperCommandRunner(found, new SpawnHelper(limits, found.leftovers), limits);
  const proof = await prove(runner);
  if (proof.holds) return { runner, proof, refusal: null };
  await runner.close();
  const refusal = failureOf(proof);
  return options.allowUnsandboxed ? withoutSandbox(refusal, proof) : refused(refusal, proof);

  function withoutSandbox(refusal: string, proof: Proof | null): CreatedCommandRunner {
    const sandbox = unsandboxed({
      toolFolders: toolFolders(options.toolPath ?? ownToolPath()),
      environment: options.environment ?? {},
      home: homedir(),
      temporaryFolder: tmpdir(),
    });
    return {
      runner: new HelperCommandRunner(sandbox, new SpawnHelper(limits, sandbox.leftovers), limits),
      proof,
      refusal,
    };
  }
}

function refused(refusal: string, proof: Proof | null): CreatedCommandRunner {
  const choice = 'Until then only the file tools run; --allow-unsandboxed runs commands without a sandbox.';
  return { runner: null, proof, refusal: `${refusal} ${choice}` };
}

/** The sandbox of this system, or why there is none. */
function findSandbox(options: CommandRunnerOptions, limits: CommandLimits): Sandbox | string {
  const shared = {
    limits,
    toolFolders: toolFolders(options.toolPath ?? ownToolPath()),
    environment: options.environment ?? {},
    privateFolder: options.privateFolder ?? null,
    gitIdentity: options.gitIdentity ?? null,
  };
  if (process.platform === 'linux') {
    if (!hasSeccompFilter(process.arch))
      return `There is no sandbox for the processor ${process.arch}. Use x64 or arm64.`;
    const program = firstThere(options.sandboxProgram, ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']);
    if (program !== null) return bubblewrap({ ...shared, program });
    return 'There is no sandbox: bubblewrap is missing. Install it (apt-get install bubblewrap, dnf install bubblewrap).';
  }
  if (process.platform === 'darwin') {
    const program = firstThere(options.sandboxProgram, ['/usr/bin/sandbox-exec']);
    if (program !== null) return seatbelt({ ...shared, program, temporaryFolder: ownFolder(options.privateFolder) });
    return 'There is no sandbox: sandbox-exec is missing.';
  }
  return `There is no sandbox for this system (${process.platform}). Use Linux or macOS.`;
}

/** By its real name: what a profile of macOS names is compared with that. */
function ownFolder(privateFolder: string | null = null): string {
  return realpathSync(mkdtempSync(join(privateFolder ?? tmpdir(), 'countersign-home-')));
}

function firstThere(given: string | undefined, usual: readonly string[]): string | null {
  return (given === undefined ? usual : [given]).find((path) => existsSync(path)) ?? null;
}

/** A sandbox in which nothing could be run at all does not hold either. */
async function prove(runner: HelperCommandRunner): Promise<Proof> {
  try {
    return await proveSandbox(runner);
  } catch (error) {
    const saw = error instanceof Error ? error.message : String(error);
    return { kind: runner.sandbox, holds: false, checks: [{ name: 'probe', isHeld: false, saw }], durationMs: 0 };
  }
}

function failureOf(proof: Proof): string {
  const failed = proof.checks.filter(({ isHeld }) => !isHeld).map(({ name, saw }) => `${name} (${saw})`);
  return `The sandbox does not hold: ${failed.join('; ')}.${hint(failed.join())}`;
}

/** Systems that keep users from making namespaces say so in these words. */
function hint(complaint: string): string {
  if (!/uid map|new namespace|mount proc/i.test(complaint)) return '';
  return ' This system keeps users from making namespaces: allow it to bwrap (an AppArmor profile, or a container with user namespaces).';
}
