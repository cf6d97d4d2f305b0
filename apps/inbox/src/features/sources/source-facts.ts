import type { SourceView } from '@countersign/contract';

type Settings = SourceView['settings'];

/** Where its requests go, as far as its settings say; null where only its document does. */
export function addressOf({ base_url: base, url, command }: Settings): string | null {
  return base ?? url ?? command?.join(' ') ?? null;
}

/** Whether it was made from a text that was sent along, and can only be read again with a newer one. */
export function isFromDocument({ kind, url }: Settings): boolean {
  return kind !== 'mcp' && url === undefined;
}

/** Names of the secrets that it needs. */
export function secretsOf({ auth, environment_secrets: environment = {} }: Settings): readonly string[] {
  const own = auth && 'secret' in auth ? [auth.secret] : [];
  return [...new Set([...own, ...Object.values(environment)])];
}
