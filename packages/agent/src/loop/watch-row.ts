import { limits } from '../limits.ts';
import type { RunWork } from './run-work.ts';

/**
 * Looks at the row when somebody says that it changed, and now and then, while the loop waits for something else. Calls back after
 * each look with the error of one that failed, or null. Returns how to stop.
 */
export function watchRow(work: RunWork, onLook: (error: unknown) => void): () => void {
  const { clock } = work.ports;
  let isOn = true;
  let callOff: () => void;
  const look = (): void => {
    work.seeRow().then(
      () => isOn && onLook(null),
      (error: unknown) => isOn && onLook(error),
    );
  };
  const again = (): void => {
    callOff = clock.at(clock.now() + limits.rowLookMs, () => {
      look();
      again();
    });
  };
  again();
  const stopListening = work.settings.nudges.listen(work.run.id, look);
  return () => {
    isOn = false;
    callOff();
    stopListening();
  };
}
