import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultConfig } from '@countersign/config';
import { fakeClock } from '@countersign/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfiguredModels } from './configured-models.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (...specs: string[]) => ConfiguredModels.open({ ...defaultConfig().models, specs }, fakeClock());

function script(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return `scripted:${join(folder, name)}`;
}

describe('the models that are configured', () => {
  it('are found by what the configuration calls them, the first being the default [W3]', () => {
    const spec = script('one.json', JSON.stringify({ answers: [{ text: 'Hello.' }] }));
    const models = open(spec, 'demo');
    expect(models).toMatchObject({ names: [spec, 'demo'], default: spec });
    expect(models.find(spec)).toMatchObject({ name: spec, provider: 'scripted' });
    expect(models.find('demo')).not.toBeNull();
    expect(models.find('openai:other')).toBeNull();
  });

  it('say what is missing before they can be used, and are no reason not to start [W3]', () => {
    const models = open('anthropic:some-model', 'compatible:other', 'demo');
    expect(models.find('anthropic:some-model')).toBeNull();
    expect(models.problemOf('anthropic:some-model')).toContain('ANTHROPIC_API_KEY');
    expect(models.problemOf('compatible:other')).toContain('COUNTERSIGN_COMPATIBLE_BASE_URL');
    expect(models.problemOf('demo')).toBeNull();
    expect(models.view.models).toMatchObject([
      { provider: 'anthropic', protocol: 'native', is_default: true, problem: expect.stringContaining('needs a key') },
      { provider: 'compatible', is_default: false, problem: expect.stringContaining('needs an address') },
      { name: 'demo', provider: 'scripted', is_default: false, problem: null },
    ]);
  });

  it('refuse a script that is not there or says nothing, by its name [W3]', () => {
    expect(() => open(`scripted:${join(folder, 'none.json')}`)).toThrow(/none\.json.*ENOENT/);
    expect(() => open(script('broken.json', '{'))).toThrow(/broken\.json/);
    expect(() => open(script('empty.json', '{"answers":[]}'))).toThrow(/empty\.json.*answers/);
  });
});
