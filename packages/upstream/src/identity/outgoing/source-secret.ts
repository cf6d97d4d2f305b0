import { UpstreamFailure } from '../../upstream-failure.ts';

/** The store of secrets; null where there is none of that name. */
export type Secrets = (name: string) => Promise<string | null>;

export async function readSecret(secrets: Secrets, name: string): Promise<string> {
  const value = await secrets(name).catch((cause: unknown) => {
    throw new UpstreamFailure('internal_error', `The secret "${name}" cannot be read.`, { cause });
  });
  if (value !== null && value !== '') return value;
  throw new UpstreamFailure(
    'internal_error',
    `There is no secret "${name}"; store it with: countersign secrets set ${name}`,
    {
      details: { secret: name },
    },
  );
}

/** For a header: a line break that was stored along would start another one. */
export function refuseUnsendable(value: string, name: string): void {
  if (/^[\x20-\x7e]+$/.test(value) && value === value.trim()) return;
  throw new UpstreamFailure(
    'internal_error',
    `The secret "${name}" has a line break or another character that cannot be sent; store it again with: countersign secrets set ${name}`,
    { details: { secret: name } },
  );
}
