import type { Config } from './config.ts';

/** Every value that a configuration holds and nobody may see, besides the password that a database's URL may carry. */
export function configSecrets({
  token,
  sealingKey,
  models,
  telegram,
}: Pick<Config, 'token' | 'sealingKey' | 'models' | 'telegram'>): string[] {
  return [
    token,
    sealingKey,
    models.openai.apiKey,
    models.anthropic.apiKey,
    models.compatible.apiKey,
    telegram.token,
    telegram.webhookSecret,
  ].filter((value) => value !== null);
}
