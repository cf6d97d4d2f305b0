import { runCli } from './run-cli.ts';
import { systemTerminal } from './terminal.ts';

// A reader that went away (`| head`) is no fault of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runCli(process.argv.slice(2), systemTerminal());
