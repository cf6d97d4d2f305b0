import { closeInherited } from './close-inherited.ts';
import type { FromHelper, ToHelper } from './messages.ts';
import { OutputPipes } from './output-pipes.ts';
import { type Supervised, superviseCommand } from './supervise-command.ts';

/**
 * The helper: a small process that starts all commands. To start one, the system copies what it knows of the starting
 * process, which takes long for a large one and stops it meanwhile. It lives as long as the process it belongs to.
 */
const channelDescriptor = 3;
closeInherited(channelDescriptor);
const pipes = new OutputPipes();
const running = new Map<number, Supervised>();

process.on('message', (message: ToHelper) => {
  if (message.type === 'cancel') return running.get(message.id)?.stop('cancel');
  const { id, order } = message;
  const supervised = superviseCommand(order, pipes, {
    output: (stream, bytes, onSent) => tell({ type: 'output', id, stream, bytes }, onSent),
    end: (end) => {
      running.delete(id);
      tell({ type: 'end', id, end });
    },
    notStarted: (reason) => {
      running.delete(id);
      tell({ type: 'not_started', id, reason });
    },
  });
  running.set(id, supervised);
});

process.on('disconnect', () => {
  for (const command of running.values()) command.kill();
  process.exit();
});

// Who stops the runner from a terminal stops it, and it stops its commands.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

tell({ type: 'ready' });

function tell(message: FromHelper, onSent: () => void = () => {}): void {
  // Where the other side is gone, `disconnect` comes next.
  process.send?.(message, undefined, undefined, () => onSent());
}
