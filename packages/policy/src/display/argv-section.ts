import type { DisplaySection } from '@countersign/contract';
import type { Meter, Row } from './meter.ts';
import { quoteWord } from './quote-word.ts';

/** The program and its arguments, word by word. */
export function argvSection(argv: readonly string[], meter: Meter): DisplaySection {
  return { kind: 'argv', label: 'command', words: meter.fit(wordsOf(argv), 'words').map(({ text }) => text) };
}

function* wordsOf(argv: readonly string[]): Iterable<Row> {
  for (const word of argv) yield { label: '', text: quoteWord(word) };
}
