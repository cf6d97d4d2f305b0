import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { tellTo, testServer } from './test-server.ts';

/** The test server as a program. `MODERN_ONLY` has it refuse the older protocols. */
serveStdio(testServer(tellTo(process.env.TELL_TO)), {
  legacy: process.env.MODERN_ONLY === undefined ? 'serve' : 'reject',
});
