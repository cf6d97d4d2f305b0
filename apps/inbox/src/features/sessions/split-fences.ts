export type TextPart = { readonly kind: 'prose' | 'code'; readonly text: string };

/** Prose and the blocks of code in it, which begin and end with a line of three backticks. */
export function splitFences(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let lines: string[] = [];
  let kind: TextPart['kind'] = 'prose';
  const close = (next: TextPart['kind']): void => {
    const joined = kind === 'prose' ? lines.join('\n').trim() : lines.join('\n');
    if (joined !== '') parts.push({ kind, text: joined });
    lines = [];
    kind = next;
  };
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) close(kind === 'prose' ? 'code' : 'prose');
    else lines.push(line);
  }
  close('prose');
  return parts;
}
