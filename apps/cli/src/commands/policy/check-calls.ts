import { command } from '../../command.ts';
import { jsonText } from '../../render/json-text.ts';
import { readLines } from './read-lines.ts';

const lineBytesMax = 16 * 1024 * 1024;

export const checkCalls = command<{ root: string; home?: string }>({
  summary: 'Judge calls from stdin, one JSON object a line, and run nothing',
  details:
    'Each line is {"id", "tool", "params"}, or "params_raw" with the arguments as a JSON text, and may have a "root" and "home"\nof its own. Each answer is {"id", "outcome", "risk", "rule", "reasons", "effects"}, in the order of the input. A line that\ncannot be read is denied, and the next one is read.',
  options: [
    { flags: '--root <folder>', description: 'folder that calls may work in', isRequired: true },
    { flags: '--home <folder>', description: 'home folder of who runs them (default: yours)' },
    { flags: '--policy <file>', description: 'policy file (default: as configured)' },
  ],
  examples: [
    [`policy check --root . < calls.jsonl`, 'what would happen to calls that somebody wrote down'],
    ['policy check --root . --policy draft.yaml < calls.jsonl', 'the same by another policy'],
  ],
  async run({ config, terminal }, _, { root, home = terminal.homedir }) {
    // The judgement comes with parsers that no other command needs.
    const [{ judgeWith, openPolicy, workspaceAt }, { answerLine }] = await Promise.all([
      import('./open-judge.ts'),
      import('./answer-line.ts'),
    ]);
    const { policyFile, dataDir, toolLimits } = config().config;
    const judge = judgeWith(openPolicy(policyFile, terminal, toolLimits.bashDenylist));
    const workspaceOf = (ownRoot = root, ownHome = home) =>
      workspaceAt({ root: ownRoot, home: ownHome, dataDir }, terminal);
    for await (const lines of readLines(terminal.input(), lineBytesMax)) {
      const answers = lines.map((line) => `${jsonText(answerLine(line, { judge, workspaceOf }), 0)}\n`);
      terminal.write(answers.join(''));
    }
  },
});
