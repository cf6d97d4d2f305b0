/** `npm run bench`: ratios against the peers, as tables and JSON. A missed goal is a line of the report, no failure. */
import { installPeers } from './install-peers.ts';
import { type Arguments, HELP, parseArguments } from './parse-arguments.ts';
import { renderReport } from './render-report.ts';
import { runExperiments } from './run-experiments.ts';
import { saveReport } from './save-report.ts';

const progress = (line: string) => console.error(line);

process.exitCode = await main();

async function main(): Promise<number> {
  let settings: Arguments;
  try {
    settings = parseArguments(process.argv.slice(2), process.env);
  } catch (cause) {
    console.error(`${(cause as Error).message}\n\n${HELP}`);
    return 2;
  }
  if (settings.isHelp) {
    console.log(HELP);
    return 0;
  }
  const notInstalled =
    settings.peers === 'use installed' ? [] : await installPeers(settings.scratchDirectory, progress);
  if (settings.peers === 'install only') return notInstalled.length === 0 ? 0 : 1;

  const report = await runExperiments({ settings, notInstalled, progress });
  console.log(settings.output === 'json' ? JSON.stringify(report, null, 2) : `\n${renderReport(report)}`);
  progress(`\nkept as ${saveReport(report)}`);
  return 0;
}
