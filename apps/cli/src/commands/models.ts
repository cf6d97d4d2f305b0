import { command } from '../command.ts';
import { printable } from '../render/printable.ts';
import { renderTable } from '../render/table.ts';

export const listModels = command({
  summary: 'List the models that runs can use',
  examples: [['models', 'and what is missing before one can be used']],
  async run({ client, projectId, print, style }) {
    const answer = await client().chat.models(await projectId());
    const rows = answer.models.map(({ name, provider, protocol, is_default, problem }) => [
      printable(name),
      printable(provider),
      protocol,
      is_default ? 'default' : '',
      problem === null ? style.good('ready') : style.warning(printable(problem)),
    ]);
    print(answer, () => renderTable(['NAME', 'PROVIDER', 'PROTOCOL', '', 'STATE'], rows, style));
  },
});
