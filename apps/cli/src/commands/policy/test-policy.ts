import { resolve } from 'node:path';
import { command } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printable } from '../../render/printable.ts';

export const testPolicy = command<{ root?: string; home?: string }>({
  summary: 'Run the examples of a policy file, and show what each comes out as',
  details:
    'Without --root paths count as they are spelled, as when the server starts. With it, links and files of that folder count\ntoo. Ends with 1 where an example comes out otherwise.',
  arguments: [['<file>', 'policy file']],
  options: [
    { flags: '--root <folder>', description: 'folder that the examples work in' },
    { flags: '--home <folder>', description: 'home folder of who runs them (default: yours)' },
  ],
  examples: [['policy test policy.yaml --root .', 'with the files of this folder']],
  async run({ config, print, style, terminal }, [given], { root, home = terminal.homedir }) {
    const { testFile } = await import('./test-file.ts');
    const place = root === undefined ? null : { root, home, dataDir: config().config.dataDir };
    const results = testFile(resolve(terminal.cwd, given!), place, terminal);
    const wrong = results.filter(({ ok }) => !ok).length;
    print({ ok: wrong === 0, examples: results }, () => {
      const lines = results.map(({ ok, line, rule, call, expected, came_out }) => {
        const mark = ok ? style.good('ok') : style.bad('not ok');
        const what = ok ? expected : `expected ${expected}, but ${came_out}`;
        return `${mark} ${printable(`${given}:${line} ${rule}: ${call}: ${what}`)}\n`;
      });
      return `${lines.join('')}${results.length} examples, ${wrong} wrong.\n`;
    });
    return wrong === 0 ? exitCodes.ok : exitCodes.error;
  },
});
