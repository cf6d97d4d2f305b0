import type { CallOutput } from '@countersign/client';
import { type CreateTokenRequest, isUuid, type PrincipalKind } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { findUser } from '../../find-user.ts';
import { parseDuration } from '../../parse-duration.ts';
import { printable } from '../../render/printable.ts';
import { UsageError } from '../../usage-error.ts';

type Options = { kind: PrincipalKind; name: string; user?: string; machine?: string; expiresIn?: string };

export const createToken = command<Options>({
  summary: 'Make a credential',
  details:
    'For an agent or a runner, it makes the agent or runner too. The secret is printed once, alone on the standard\noutput, and kept nowhere.',
  options: [
    { flags: '--kind <kind>', description: 'who will use it', choices: ['user', 'agent', 'runner'], isRequired: true },
    { flags: '--name <name>', description: 'what it is called in lists and records', isRequired: true },
    { flags: '--user <user>', description: 'person by name or id; for an agent or runner, on whose behalf it acts' },
    { flags: '--machine <machine>', description: 'machine of a runner (default: the name of this one)' },
    { flags: '--expires-in <span>', description: 'for example 12h or 30d (default: never)' },
  ],
  examples: [
    ['token create --kind agent --name builder', 'for an agent of the only project'],
    ['token create --kind runner --name laptop --project website', 'for a runner on this machine'],
    ['token create --kind user --user ada --name laptop --expires-in 30d', 'for a person'],
  ],
  async run(context, _, options) {
    const created = await context.client().admin.createToken(await requestOf(context, options));
    if (context.isJson) context.print(created, () => '');
    else printSecret(context, created);
  },
});

/** The secret alone goes to stdout, so that `TOKEN=$(countersign token create …)` holds just that. */
function printSecret({ terminal }: CommandContext, { token, secret }: CallOutput<'createToken'>): void {
  const until = token.expires_at === null ? 'It does not expire.' : `It expires at ${token.expires_at}.`;
  terminal.warn(
    `Credential ${printable(token.name)} (${token.kind}) is made. ${until} This is its secret, shown once:\n`,
  );
  terminal.write(`${secret}\n`);
}

async function requestOf(context: CommandContext, options: Options): Promise<CreateTokenRequest> {
  const { kind, name, user, machine, expiresIn } = options;
  if (kind === 'user' && user === undefined) throw new UsageError('a credential for a person needs --user');
  if (machine !== undefined && kind !== 'runner') throw new UsageError('--machine is for runners only');
  return {
    kind,
    name,
    ...(kind === 'user' ? {} : { project_id: await context.projectId() }),
    ...(user === undefined ? {} : { user_id: isUuid(user) ? user : (await findUser(context, user)).user_id }),
    ...(kind === 'runner' ? { machine: machine ?? context.terminal.hostname } : {}),
    ...(expiresIn === undefined ? {} : { expires_in_seconds: parseDuration('--expires-in', expiresIn) }),
  };
}
