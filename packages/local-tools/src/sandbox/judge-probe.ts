import type { SandboxKind } from '@countersign/contract';
import type { ProofCheck } from './proof.ts';

/** What a probe printed in a writable and in a read-only root, and what was seen of it from outside. */
export type Sightings = {
  readonly writing: string;
  readonly reading: string;
  readonly heard: { readonly tcp: number; readonly udp: number; readonly isListening: boolean };
  readonly hasWrittenOutside: boolean;
  readonly hasWrittenRoot: boolean;
  readonly hasWrittenReadOnlyRoot: boolean;
  readonly wasSignalled: boolean;
  readonly ownNamespaces: readonly string[];
};

/** The probe, its shell, and a program it starts, with the first process of the sandbox. */
const processesInSandboxMax = 8;

/** What of a sandbox holds. What a probe did not say, it did not prove. */
export function judgeProbe(kind: SandboxKind, seen: Sightings): ProofCheck[] {
  const inside = readProbe(seen.writing);
  const { heard } = seen;
  const inner = (inside.get('namespaces') ?? '').split(' ').filter((name) => name !== '');
  const shared = inner.filter((name) => seen.ownNamespaces.includes(name));
  const everywhere = [
    check('probe', hasEnded(seen.writing) && hasEnded(seen.reading), 'a command ran in it from beginning to end'),
    check('listeners', heard.isListening, 'the listeners hear what is said on this machine'),
    check(
      'tcp',
      heard.tcp <= 0 && inside.get('tcp') === 'refused' && inside.get('tcp6') === 'refused',
      `connecting was ${inside.get('tcp')}, ${Math.max(0, heard.tcp)} connections arrived`,
    ),
    check('udp', heard.udp <= 0 && inside.has('udp'), `${Math.max(0, heard.udp)} packets arrived`),
    check(
      'dns',
      inside.get('dns') === 'refused' && (kind === 'seatbelt' || inside.get('servers') === 'none'),
      `looking up a name was ${inside.get('dns')}, servers for names: ${inside.get('servers')}`,
    ),
    check(
      'writing outside',
      !seen.hasWrittenOutside && inside.get('outside') === 'refused',
      `a file outside was ${inside.get('outside')}`,
    ),
    check('reading outside', inside.get('reading') === 'refused', `a file outside was ${inside.get('reading')}`),
    check('reading the home', inside.get('home') === 'refused', `a file of the home was ${inside.get('home')}`),
    check('writable root', seen.hasWrittenRoot, `a file in a writable root was ${inside.get('root')}`),
    check(
      'read-only root',
      !seen.hasWrittenReadOnlyRoot && readProbe(seen.reading).get('root') === 'refused',
      `a file in a read-only root was ${readProbe(seen.reading).get('root')}`,
    ),
    check(
      'environment',
      inside.get('environment') === 'clean',
      `a variable of the runner: ${inside.get('environment')}`,
    ),
    check(
      'signals',
      !seen.wasSignalled && inside.has('signals'),
      `a signal to the runner ${seen.wasSignalled ? 'arrived' : 'did not arrive'}`,
    ),
  ];
  if (kind !== 'bubblewrap') return everywhere;
  return [
    ...everywhere,
    check('new privileges', inside.get('privileges') === '1', `NoNewPrivs is ${inside.get('privileges')}`),
    check('capabilities', /^0+$/.test(inside.get('capabilities') ?? ''), `they are ${inside.get('capabilities')}`),
    check(
      'processes',
      Number(inside.get('processes') ?? Number.NaN) <= processesInSandboxMax,
      `${inside.get('processes')} processes are visible`,
    ),
    check(
      'namespaces',
      inner.length > 0 && inner.length === seen.ownNamespaces.length && shared.length === 0,
      shared.length === 0 ? `${inner.length} of its own` : `shared with the machine: ${shared.join(' ')}`,
    ),
    check(
      'kernel settings',
      inside.get('settings') === 'refused',
      `settings of the kernel are ${inside.get('settings')}`,
    ),
    check('calls to the kernel', inside.get('filter') === '2', `Seccomp is ${inside.get('filter')}`),
    check('nesting', inside.get('nesting') === 'refused', `another namespace was ${inside.get('nesting')}`),
  ];
}

function check(name: string, isHeld: boolean, saw: string): ProofCheck {
  return { name, isHeld, saw };
}

function hasEnded(printed: string): boolean {
  return readProbe(printed).get('ended') === 'yes';
}

function readProbe(printed: string): Map<string, string> {
  return new Map(
    printed
      .split('\n')
      .filter((line) => line.includes('\t'))
      .map((line) => line.split('\t', 2) as [string, string]),
  );
}
