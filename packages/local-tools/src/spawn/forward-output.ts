import type { Readable } from 'node:stream';
import { spawnLimits } from './spawn-limits.ts';

/** Hands on a piece of output. `onSent` is called once it has left this process. */
export type SendOutput = (stream: 'stdout' | 'stderr', bytes: Uint8Array, onSent: () => void) => void;

export type ForwardedOutput = {
  /** All that was printed until now. */
  readonly bytes: () => number;
  readonly beginning: () => string;
};

/**
 * T7: hands output on as it comes. Memory stays bounded: where the runner is slow the command has to wait, and what is
 * printed past the limit is read and counted, so that the command can end, and goes nowhere.
 */
export function forwardOutput(
  source: Readable,
  name: 'stdout' | 'stderr',
  bytesMax: number,
  send: SendOutput,
): ForwardedOutput {
  let printed = 0;
  let inFlight = 0;
  let beginning = '';
  source.on('data', (chunk: Buffer) => {
    const room = Math.max(0, bytesMax - printed);
    printed += chunk.length;
    if (beginning.length < spawnLimits.complaintBytesMax) beginning += chunk.toString('utf8');
    const piece = chunk.subarray(0, room);
    if (piece.length === 0) return;
    inFlight += piece.length;
    if (inFlight > spawnLimits.outputInFlightBytesMax) source.pause();
    send(name, piece, () => {
      inFlight -= piece.length;
      if (inFlight <= spawnLimits.outputInFlightBytesMax) source.resume();
    });
  });
  return {
    bytes: () => printed,
    beginning: () => beginning.slice(0, spawnLimits.complaintBytesMax),
  };
}
