import type { SettingView } from '@countersign/contract';
import { expect, it } from 'vitest';
import { groupSettings, sourceOf } from './setting-groups.ts';

const setting = (name: string, given: Partial<SettingView> = {}): SettingView => ({
  name,
  value: null,
  source: 'default',
  description: '',
  flag: null,
  environment: null,
  ...given,
});
const all = [
  setting('telegram_mode'),
  setting('port', { value: '7717', source: 'flag', description: 'Port to listen on' }),
  setting('models'),
  setting('model_protocol'),
  setting('token', { environment: 'COUNTERSIGN_TOKEN' }),
  setting('brand_new'),
];
const namesOf = (found: ReturnType<typeof groupSettings>) =>
  found.map(([group, settings]) => [group, ...settings.map(({ name }) => name)]);

it('puts each setting where it belongs, and what nobody knows yet at the end', () => {
  expect(namesOf(groupSettings(all, { text: '', isOnlyChanged: false }))).toEqual([
    ['server', 'port'],
    ['models', 'models', 'model_protocol'],
    ['telegram', 'telegram_mode'],
    ['commands', 'token'],
    ['other', 'brand_new'],
  ]);
});

it.each([
  ['words of the description', 'LISTEN port', [['server', 'port']]],
  ['the name in the environment', 'countersign_tok', [['commands', 'token']]],
  ['every word, not one of them', 'port telegram', []],
])('finds by %s', (_, text, found) => {
  expect(namesOf(groupSettings(all, { text, isOnlyChanged: false }))).toEqual(found);
});

it('leaves out defaults where only changes are wanted', () => {
  expect(namesOf(groupSettings(all, { text: '', isOnlyChanged: true }))).toEqual([['server', 'port']]);
});

it.each([
  ['default', 'default'],
  ['environment COUNTERSIGN_PORT', 'environment'],
  ['flag --port', 'flag'],
  ['/etc/countersign.config.yaml:3', 'file'],
])('knows that "%s" is the %s', (source, kind) => {
  expect(sourceOf(setting('port', { source }))).toBe(kind);
});
