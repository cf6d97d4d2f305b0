import { createServer } from 'node:net';
import { UnreachableError } from '@countersign/client';
import type { CommandContext } from '../command-context.ts';
import { serverAddress } from '../connection/server-address.ts';
import { durationText } from '../render/duration.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const answerMsMax = 5_000;
/** The Date header has no parts of a second, and the answer takes a moment. */
const clockMsMax = 3_000;

/** Whether the server is there, its port is its own, its clock is ours, and it knows who asks. */
export async function checkServer(context: CommandContext): Promise<Finding[]> {
  const { config } = context.config();
  const { url, isOwn } = serverAddress(config, context.terminal);
  const answer = await askForLife(url);
  if (answer === null) {
    const port = config.server === null ? [await checkPort(config.host, config.port)] : [];
    const next =
      config.server === null ? 'Start it with `countersign start`.' : 'Check --server, and that it runs there.';
    return [...port, warn('server', `nobody answers at ${url}`, next)];
  }
  return [
    ok('server', `${url}${isOwn ? ', from this data folder' : ''}`),
    checkClock(answer, context.terminal.now()),
    await checkCredential(context),
  ];
}

async function askForLife(url: string): Promise<Response | null> {
  try {
    const response = await fetch(new URL('/livez', url), {
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMsMax),
    });
    await response.body?.cancel();
    return response;
  } catch {
    return null;
  }
}

async function checkPort(host: string, port: number): Promise<Finding> {
  if (port === 0) return ok('port', 'any that is free');
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
  if (error === null) return ok('port', `${port} is free`);
  return fail(
    'port',
    `${port} cannot be used on ${host} (${error.code})`,
    'Choose another with --port, or stop what listens there.',
  );
}

/** L7: orders carry an expiry; a runner whose clock is off takes them for too old. */
function checkClock(answer: Response, nowMs: number): Finding {
  const theirs = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(theirs))
    return warn('clock', 'the server does not say its time', 'Is a proxy between that takes the Date header away?');
  const offMs = nowMs - theirs;
  if (Math.abs(offMs) <= clockMsMax) return ok('clock', "is the server's");
  const words = `is ${durationText(Math.abs(offMs))} ${offMs > 0 ? 'ahead of' : 'behind'} the server's`;
  return fail(
    'clock',
    words,
    'Set both clocks (timedatectl set-ntp true): orders are refused by a runner whose clock is off.',
  );
}

async function checkCredential(context: CommandContext): Promise<Finding> {
  try {
    const { name, kind } = await context.client().whoAmI();
    return ok('credential', `${kind} ${name}`);
  } catch (error) {
    const next = 'Set COUNTERSIGN_TOKEN to a credential of this server, or run on the machine that started it.';
    const words = error instanceof UnreachableError ? 'the server went away' : (error as Error).message;
    return warn('credential', words, next);
  }
}
