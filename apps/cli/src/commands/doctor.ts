import { command } from '../command.ts';
import type { Finding } from '../doctor/finding.ts';
import { exitCodes } from '../exit-codes.ts';
import { printable } from '../render/printable.ts';
import type { Style } from '../render/style.ts';
import { widthOf } from '../render/table.ts';

export const doctor = command({
  summary: 'Check this machine: programs, sandbox, files, database, server, clock, runners, sources',
  details:
    'Changes nothing. Each line says what to do where something is not as it should be. Ends with 1 where something fails.',
  examples: [
    ['doctor', 'what works here, and what to do about the rest'],
    ['doctor --json', 'the same for a program'],
  ],
  async run(context) {
    const { terminal, print, style } = context;
    const { config } = context.config();
    // Each of these comes with something that no other command needs.
    const [programs, sandbox, folder, database, policy, access, supervisor, server, runners, sources] =
      await Promise.all([
        import('../doctor/check-programs.ts'),
        import('../doctor/check-sandbox.ts'),
        import('../doctor/check-data-folder.ts'),
        import('../doctor/check-database.ts'),
        import('../doctor/check-policy.ts'),
        import('../doctor/check-access.ts'),
        import('../doctor/check-supervisor.ts'),
        import('../doctor/check-server.ts'),
        import('../doctor/check-runners.ts'),
        import('../doctor/check-sources.ts'),
      ]);
    const findings = [
      ...programs.checkPrograms(terminal),
      ...(await sandbox.checkSandbox(terminal)),
      ...folder.checkDataFolder(config.dataDir),
      await database.checkDatabase(config),
      policy.checkPolicy(config.policyFile, terminal),
      access.checkAccess(config.accessFile, terminal),
      ...supervisor.checkSupervisor(config.dataDir, terminal),
      ...(await server.checkServer(context)),
      ...(await runners.checkRunners(context)),
      ...(await sources.checkSources(context)),
    ];
    const isWell = findings.every(({ state }) => state !== 'fail');
    print({ ok: isWell, findings }, () => findings.map((finding) => renderFinding(finding, findings, style)).join(''));
    return isWell ? exitCodes.ok : exitCodes.error;
  },
});

function renderFinding({ check, state, said, next }: Finding, all: readonly Finding[], style: Style): string {
  const width = Math.max(...all.map((finding) => widthOf(finding.check)));
  const paint = { ok: style.good, warn: style.warning, fail: style.bad }[state];
  const line = `${paint(state.padEnd(4))}  ${check.padEnd(width)}  ${printable(said)}\n`;
  return next === null ? line : `${line}      ${' '.repeat(width)}  ${printable(next)}\n`;
}
