import type { Config } from '@countersign/config';

/** What the server was given at the start and must never show. Credentials are learned as they are made and used. */
export function knownSecrets(config: Pick<Config, 'token' | 'database' | 'sealingKey'>): string[] {
  return [config.token, config.sealingKey, ...passwordsOf(config.database)].filter((value) => value !== null);
}

function passwordsOf(database: string): string[] {
  if (!URL.canParse(database)) return [];
  const { password, searchParams } = new URL(database);
  return [password, decodeURIComponent(password), searchParams.get('password') ?? ''].filter((text) => text !== '');
}
