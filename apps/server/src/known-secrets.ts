// Unlike decodeURIComponent it takes what is not encoded as it should be.
import { unescape as decodePercent } from 'node:querystring';
import { type Config, configSecrets } from '@countersign/config';

const passwordParameters = ['password', 'sslpassword', 'pass', 'pwd'];

/** What the server was given at the start and must never show. Credentials are learned as they are made and used. */
export function knownSecrets(
  config: Pick<Config, 'token' | 'database' | 'sealingKey' | 'models' | 'telegram'>,
): string[] {
  return [...configSecrets(config), ...passwordsOf(config.database)];
}

function passwordsOf(database: string): string[] {
  if (!URL.canParse(database)) return [];
  const { password, searchParams } = new URL(database);
  const parameters = passwordParameters.flatMap((name) => searchParams.getAll(name));
  return [...new Set([password, decodePercent(password), ...parameters])].filter((text) => text !== '');
}
