import type { StreamMessage } from '@countersign/contract';

type Said = Extract<StreamMessage, { event: 'chat.message' | 'run.turn' }>;

/** What a model has said of a turn so far; whoever came later has heard only the end of it. */
type Speech = { readonly from: number; readonly text: string };

export type Heard = {
  /** Messages, and turns that were answered, in order. */
  readonly said: readonly Said[];
  readonly speech: ReadonlyMap<string, Speech>;
};

export const heardNothing: Heard = { said: [], speech: new Map() };

const saidMax = 200;
const turnsMax = 20;

/** What the stream tells, kept until the tree tells it. */
export function addHeard(heard: Heard, message: StreamMessage): Heard {
  if (message.event === 'chat.message') return { ...heard, said: [...heard.said, message].slice(-saidMax) };
  if (message.event === 'run.turn' && message.data.status === 'answered')
    return { ...heard, said: [...heard.said, message].slice(-saidMax) };
  if (message.event !== 'run.delta') return heard;
  const { turn_id: turnId, offset, text } = message.data;
  const before = heard.speech.get(turnId);
  const isNext = before !== undefined && before.from + before.text.length === offset;
  const speech = new Map([...heard.speech].slice(-turnsMax));
  speech.set(turnId, isNext ? { from: before.from, text: before.text + text } : { from: offset, text });
  return { ...heard, speech };
}
