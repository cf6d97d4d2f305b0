import type { RunId, TurnId } from '@countersign/contract';
import type { Redactor } from '../ports/redactor.ts';
import { runLimits } from './limits.ts';
import { SpokenText } from './spoken-text.ts';

type Stream = { readonly turnId: TurnId; readonly spoken: SpokenText; received: number; told: number };

type Piece = { readonly turnId: TurnId; readonly offset: number; readonly text: string };

/**
 * G8: what models say, masked over the seams of the pieces it comes in. What may be the beginning of a secret is held
 * back; that the end of it is never told is no loss, since the whole step is committed.
 */
export class TurnStreams {
  readonly #redactor: Pick<Redactor, 'stream'>;
  readonly #streams = new Map<RunId, Stream>();

  constructor(redactor: Pick<Redactor, 'stream'>) {
    this.#redactor = redactor;
  }

  /** What can be told of a piece, at its place among what was told; null where all of it is held back. */
  write(runId: RunId, piece: Piece): Piece | null {
    const stream = this.#streamOf(runId, piece);
    stream.received += piece.text.length;
    const text = stream.spoken.write(piece.text).toWellFormed();
    if (text === '') return null;
    const offset = stream.told;
    stream.told += text.length;
    return { turnId: piece.turnId, offset, text };
  }

  end(runId: RunId): void {
    this.#streams.delete(runId);
  }

  /** A step that is tried again begins anew. */
  #streamOf(runId: RunId, { turnId, offset }: Piece): Stream {
    const known = this.#streams.get(runId);
    if (known?.turnId === turnId && known.received === offset) return known;
    this.#streams.delete(runId);
    if (this.#streams.size >= runLimits.streamsMax) this.#streams.delete(this.#streams.keys().next().value!);
    const stream = { turnId, spoken: new SpokenText(this.#redactor), received: offset, told: offset };
    this.#streams.set(runId, stream);
    return stream;
  }
}
