import type { SourceSettings } from '@countersign/contract';
import type { CommandContext } from '../../command-context.ts';

/** Calls fail until the secrets that a source names are stored: better said now than found out then. */
export async function missingSecretHint(
  { client, style }: Pick<CommandContext, 'client' | 'style'>,
  { auth, environment_secrets = {} }: Pick<SourceSettings, 'auth' | 'environment_secrets'>,
): Promise<string | null> {
  const named = [...(auth && 'secret' in auth ? [auth.secret] : []), ...Object.values(environment_secrets)];
  if (named.length === 0) return null;
  const { secrets } = await client().call('listSecrets', {});
  const missing = named.filter((each) => !secrets.some(({ name }) => name === each));
  if (missing.length === 0) return null;
  const lines = missing.map((name) => `  countersign secrets set ${name}\n`);
  return `${style.warning('not yet stored')}: calls fail until you run\n${lines.join('')}`;
}
