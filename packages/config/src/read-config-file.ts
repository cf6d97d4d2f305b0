import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Origin } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { Given, Machine } from './machine.ts';
import { type SettingKey, settingKeys } from './settings.ts';

export const configFileName = 'countersign.config.yaml';

const configBytesMax = 256 * 1024;

/** What the file says, by key and with the line of each. Null where there is no such file. */
export function readConfigFile(path: string, { readFile }: Pick<Machine, 'readFile'>): Map<SettingKey, Given> | null {
  const text = readText(path, readFile);
  return text === null ? null : parseFile(path, text);
}

function readText(path: string, readFile: Machine['readFile']): string | null {
  try {
    const text = readFile(path);
    if (text.length > configBytesMax) throw new Error(`it is larger than ${configBytesMax} bytes`);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new ConfigError(
      'config',
      { from: 'file', path, line: 1 },
      `the file cannot be read: ${(error as Error).message}`,
    );
  }
}

function parseFile(path: string, text: string): Map<SettingKey, Given> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number | undefined) =>
    ({ from: 'file', path, line: lines.linePos(offset ?? 0).line || 1 }) as const;
  const broken = document.errors[0];
  if (broken) throw new ConfigError('config', at(broken.pos[0]), `the file is not valid YAML: ${broken.code}`);
  const given = new Map<SettingKey, Given>();
  if (document.contents === null) return given;
  if (!isMap(document.contents)) throw new ConfigError('config', at(0), 'the file must hold settings as `key: value`');
  const plain = toPlain(document, at(0));
  for (const { key } of document.contents.items) {
    const origin = at(isScalar(key) ? key.range?.[0] : 0);
    const name = String(isScalar(key) ? key.value : key);
    if (!isSettingKey(name)) {
      throw new ConfigError(name, origin, `there is no setting ${name}: allowed are ${settingKeys.join(', ')}`);
    }
    // `key:` with nothing behind it is how people leave a setting away.
    if (plain[name] !== null) given.set(name, { value: plain[name], origin });
  }
  return given;
}

/** The parser refuses a file whose aliases would unfold without end. */
function toPlain(document: Document, origin: Origin): Record<string, unknown> {
  try {
    return document.toJS() as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError('config', origin, `the file cannot be read: ${(error as Error).message}`);
  }
}

function isSettingKey(name: string): name is SettingKey {
  return (settingKeys as readonly string[]).includes(name);
}
