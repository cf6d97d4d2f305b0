import { limits } from '@countersign/contract';
import { command } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { readAll, readGiven } from '../../read-given.ts';
import { ToldError } from '../../told-error.ts';
import { UsageError } from '../../usage-error.ts';

type Options = { fromEnv?: string; fromFile?: string };

export const setSecret = command<Options>({
  summary: 'Store a secret that sources use by its name',
  details:
    'The value is never an argument: others on the machine could read it. Without a flag it is asked for, or read from the\nstandard input. It is stored encrypted and never shown again. One line end at its end is left away.',
  arguments: [
    ['<name>', 'name of the secret'],
    ['[value]', 'refused: it would be seen'],
  ],
  options: [
    { flags: '--from-env <variable>', description: 'take it from a variable of the environment' },
    { flags: '--from-file <file>', description: 'take it from a file' },
  ],
  examples: [
    ['secrets set shop-key', 'asks for the value and shows nothing of it'],
    ['secrets set shop-key --from-env SHOP_KEY', 'from the environment'],
    ['secrets set shop-key < key.txt', 'from a file or another program'],
  ],
  async run(context, [name, given], options) {
    // Declared only so that nobody else repeats it when it is refused.
    if (given !== undefined) throw new UsageError('the value is never an argument: leave it away, and it is asked for');
    const value = (await readSecret(context, name!, options)).replace(/\r?\n$/, '');
    if (value === '') throw new UsageError('the value is empty: nothing was stored');
    if (value.length > limits.secretLengthMax)
      throw new UsageError(`the value has ${value.length} characters, ${limits.secretLengthMax} are allowed`);
    const secret = await context.client().call('putSecret', { params: { name: name! }, body: { value } });
    const verb = secret.created_at === secret.updated_at ? 'stored' : 'replaced';
    context.print(secret, () => `Secret ${secret.name} is ${verb}. Sources that name it use it from now on.\n`);
  },
});

async function readSecret({ terminal }: CommandContext, name: string, { fromEnv, fromFile }: Options): Promise<string> {
  if (fromEnv !== undefined && fromFile !== undefined) throw new UsageError('give --from-env or --from-file, not both');
  if (fromEnv !== undefined) {
    const value = terminal.env[fromEnv];
    if (!value) throw new UsageError(`the variable ${fromEnv} is not set`);
    return value;
  }
  if (fromFile !== undefined) return await readGiven(terminal, '--from-file', fromFile);
  if (!terminal.isInteractive) return await readAll(terminal);
  const value = await terminal.prompts.askSecret(`Value of ${name}`);
  if (value === null) throw new ToldError('Nothing was stored.');
  return value;
}
