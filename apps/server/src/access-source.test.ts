import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlPlane, NewEvent } from '@countersign/control-plane';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccessSource } from './access-source.ts';

const forAda = `version: 1
groups: [{ id: menu, select: [{ source: pizzeria }] }]
policies: [{ id: ada, match: { claims: { sub: ada } }, groups: [menu] }]
`;
const tool = { name: 'pizzeria__list_menu', source: 'pizzeria', path: '/menu', method: 'GET', tags: [] };

describe('the access rules in force', () => {
  let dataDir: string;
  let file: string;
  let recorded: NewEvent[];
  let opened: AccessSource[];

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'countersign-access-'));
    file = join(dataDir, 'access.yaml');
    recorded = [];
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((source) => source.close()));
    rmSync(dataDir, { recursive: true });
  });

  const open = (text: string | null): AccessSource => {
    if (text !== null) writeFileSync(file, text);
    const source = AccessSource.open({ dataDir, accessFile: text === null ? null : file });
    const store = { commit: async ({ events }: { events: NewEvent[] }) => void recorded.push(...events) };
    source.start({ store, clock: { now: () => 1 } } as unknown as ControlPlane, pino({ level: 'silent' }));
    opened.push(source);
    return source;
  };
  const mayUse = ({ rules }: AccessSource, sub: string) => rules.mayUse({ sub }, tool);

  it('let everyone in where there is no file, and whom it names once it is written [U10]', async () => {
    const source = open(null);
    const changes: string[] = [];
    source.onChange(({ version }) => void changes.push(version));
    expect(mayUse(source, 'bob')).toBe(true);
    writeFileSync(file, forAda);
    await source.look();
    expect([mayUse(source, 'ada'), mayUse(source, 'bob')]).toEqual([true, false]);
    expect(changes).toEqual([source.rules.version]);
    expect(recorded).toMatchObject([
      { type: 'access.changed', data: { before: 'none', version: source.rules.version, groups: 1, policies: 1, file } },
    ]);
  });

  it('stop the start where the file is broken, with file, line and what to do [U10, G7]', () => {
    expect(() => open('version: 1\ngroups:\n  - id: x\n    selct: []\npolicies: []\n')).toThrow(`${file}:4:5: `);
    expect(() => open('[')).toThrow(/countersign access check FILE/);
  });

  it('stay as they are where the file breaks or is gone, and say so [U10]', async () => {
    const source = open(forAda);
    writeFileSync(file, forAda.replace('[menu] }]', '[menus] }]'));
    await source.look();
    rmSync(file);
    await source.look();
    expect([mayUse(source, 'ada'), mayUse(source, 'bob')]).toEqual([true, false]);
    expect(recorded.map(({ type }) => type)).toEqual(['access.refused', 'access.refused']);
    expect(recorded[0]!.data.problems).toEqual([
      expect.stringMatching(/:3:\d+: there is no group menus: did you mean menu\?$/),
    ]);
    writeFileSync(file, forAda.replace('sub: ada', 'sub: bob'));
    await source.look();
    expect([mayUse(source, 'ada'), mayUse(source, 'bob')]).toEqual([false, true]);
  });
});
