import { shortText } from '../display/short-text.ts';
import type { Finding } from '../judgement/part.ts';

export type ProgramName = {
  /** What is known of the program is looked up by this. */
  readonly name: string;
  /** Null where the name is not one that a program can have. */
  readonly findings: readonly Finding[];
  readonly isUsable: boolean;
};

/** Folders in which the system keeps its own programs. */
const systemFolders = new Set(['/bin/', '/usr/bin/', '/sbin/', '/usr/sbin/', '/usr/local/bin/', '/usr/local/sbin/']);

/** No shell stands between a call and its program, so whatever only a shell would understand is no program. */
export function programName(given: string): ProgramName {
  const shown = `"${shortText(given)}"`;
  if (!/^[\w./~][\w./+-]*$/.test(given)) {
    return {
      name: '',
      isUsable: false,
      findings: [
        {
          id: 'builtin.command.name',
          level: 'DENY',
          reason: `${shown} is not the name of a program: no shell reads it, and other characters than letters, digits and ._+-/ have no place in it.`,
        },
      ],
    };
  }
  const slash = given.lastIndexOf('/');
  const base = given.slice(slash + 1);
  const folded = base.toLowerCase();
  const name = withoutVersion(folded);
  const findings: Finding[] = [];
  if (base === '' || base === '.' || base === '..') {
    findings.push({ id: 'builtin.command.name', level: 'DENY', reason: `${shown} names a folder, not a program.` });
  }
  if (slash >= 0) {
    const isSystem = systemFolders.has(given.slice(0, slash + 1));
    findings.push({
      id: 'builtin.command.place',
      level: isSystem ? 'MEDIUM' : 'HIGH',
      reason: isSystem
        ? `${shown} is named by its place.`
        : `${shown} is a file at a place of its own, not a program of the system.`,
    });
  }
  if (base !== folded) {
    findings.push({
      id: 'builtin.command.case',
      level: 'HIGH',
      reason: `${shown} is another program than "${folded}" on some systems and the same on others.`,
    });
  }
  if (folded.endsWith('.exe')) {
    findings.push({
      id: 'builtin.command.suffix',
      level: 'HIGH',
      reason: `${shown} is another program than "${name}" on some systems and the same on others.`,
    });
  }
  return { name, findings, isUsable: true };
}

/** `python3.11` does what `python` does, `gcc-12` what `gcc` does. */
function withoutVersion(name: string): string {
  const plain = name.replace(/\.exe$/, '');
  const match =
    /^(python|pypy|node|nodejs|ruby|perl|php|lua|pip|gcc|g\+\+|clang|clang\+\+|java|gawk|mawk|deno|bun|tclsh|awk)-?\d[\d.]*$/.exec(
      plain,
    );
  const base = match ? match[1]! : plain;
  return base === 'nodejs' ? 'node' : base === 'gawk' || base === 'mawk' || base === 'nawk' ? 'awk' : base;
}
