import { rmSync } from 'node:fs';
import { closeInherited } from './close-inherited.ts';
import type { FromHelper, StartOrder, ToHelper } from './messages.ts';
import { OutputPipes } from './output-pipes.ts';
import { startCommand } from './start-command.ts';
import { SupervisedCommand } from './supervised-command.ts';

/**
 * The helper: a small process that starts all commands. To start one, the system copies what it knows of the starting
 * process, which takes long for a large one and stops it meanwhile. It lives as long as the process it belongs to.
 */
const channelDescriptor = 3;
closeInherited(channelDescriptor);
const pipes = new OutputPipes();
const running = new Map<number, SupervisedCommand>();

process.on('message', (message: ToHelper) => {
  if (message.type === 'start') void start(message.id, message.order);
  else running.get(message.id)?.stop('cancel');
});

process.on('disconnect', () => {
  for (const command of running.values()) command.kill();
  for (const path of process.argv.slice(2)) rmSync(path, { recursive: true, force: true });
  process.exit();
});

// Who stops the runner from a terminal stops it, and it stops its commands.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

tell({ type: 'ready' });

async function start(id: number, order: StartOrder): Promise<void> {
  const started = await startCommand(order, pipes);
  if (typeof started === 'string') return ended({ type: 'not_started', id, reason: started });
  const command = new SupervisedCommand(order, started, {
    output: (stream, bytes, onSent) => tell({ type: 'output', id, stream, bytes }, onSent),
    end: (end) => ended({ type: 'end', id, end }),
    notStarted: (reason) => ended({ type: 'not_started', id, reason }),
  });
  running.set(id, command);
}

function ended(message: Extract<FromHelper, { type: 'end' | 'not_started' }>): void {
  running.delete(message.id);
  tell(message);
}

function tell(message: FromHelper, onSent: () => void = () => {}): void {
  // Where the other side is gone, `disconnect` comes next.
  process.send?.(message, undefined, undefined, () => onSent());
}
