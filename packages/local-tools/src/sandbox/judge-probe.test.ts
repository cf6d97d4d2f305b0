import { describe, expect, it } from 'vitest';
import { judgeProbe, type Sightings } from './judge-probe.ts';

const lines = [
  ...['began\tyes', 'tcp\trefused', 'tcp6\trefused', 'udp\ttried', 'servers\tnone', 'dns\trefused', 'outside\trefused'],
  ...['reading\trefused', 'home\trefused', 'root\trefused', 'privileges\t1', 'capabilities\t0000', 'processes\t3'],
  ...['signals\ttried', 'environment\tclean', 'namespaces\tpid:[9] net:[9] ', 'nesting\trefused', 'settings\trefused'],
  ...['filter\t2', 'ended\tyes'],
];
const held: Sightings = {
  writing: lines.join('\n'),
  reading: lines.join('\n'),
  heard: { tcp: 0, udp: 0, isListening: true },
  hasWrittenOutside: false,
  hasWrittenRoot: true,
  hasWrittenReadOnlyRoot: false,
  wasSignalled: false,
  ownNamespaces: ['pid:[1]', 'net:[1]'],
};

describe('what a probe printed', () => {
  it('proves a sandbox where all of it is as it should be [T6]', () => {
    expect(failed(held)).toEqual([]);
  });

  it.each(lines.filter((line) => !line.startsWith('began') && !line.startsWith('root')))(
    'proves nothing where a line is missing: %j [T6]',
    (missing) => {
      expect(failed({ ...held, writing: lines.filter((line) => line !== missing).join('\n') })).not.toEqual([]);
    },
  );

  it.each<[string, Partial<Sightings>]>([
    ['a connection arrived', { heard: { tcp: 1, udp: 0, isListening: true } }],
    ['a packet arrived', { heard: { tcp: 0, udp: 1, isListening: true } }],
    ['nobody could have heard anything', { heard: { tcp: 0, udp: 0, isListening: false } }],
    ['something was written outside', { hasWrittenOutside: true }],
    ['the writable root was not written', { hasWrittenRoot: false }],
    ['the read-only root was written', { hasWrittenReadOnlyRoot: true }],
    ['a signal arrived', { wasSignalled: true }],
    ['a namespace is that of the machine', { ownNamespaces: ['pid:[9]', 'net:[1]'] }],
    ['a namespace was not told', { ownNamespaces: ['pid:[1]', 'net:[1]', 'mnt:[1]'] }],
    ['the second probe did not end', { reading: '' }],
  ])('is not believed where %s [T6]', (_, seen) => {
    expect(failed({ ...held, ...seen })).not.toEqual([]);
  });

  it('cannot prove by itself what was seen from outside: a probe that lies is not believed [T6]', () => {
    expect(failed({ ...held, heard: { tcp: 1, udp: 1, isListening: true }, hasWrittenOutside: true })).toEqual([
      'tcp',
      'udp',
      'writing outside',
    ]);
  });
});

function failed(seen: Sightings): string[] {
  return judgeProbe('bubblewrap', seen).flatMap(({ name, isHeld }) => (isHeld ? [] : [name]));
}
