import { styleText } from 'node:util';
import { encode } from 'uqr';

/** Modules of light around the code, without which cameras do not find it. */
const border = 2;

export type QrCode = { readonly columns: number; readonly text: string };

/** A text as a code for cameras, two rows of it in each line. */
export function qrCode(text: string, hasColor: boolean): QrCode {
  const { data, size } = encode(text, { border, ecc: 'L' });
  const lines = Array.from({ length: Math.ceil(size / 2) }, (_, line) => {
    const [upper, lower] = [data[line * 2]!, data[line * 2 + 1]];
    return upper.map((isDark, column) => half(isDark, lower?.[column] ?? false)).join('');
  });
  return { columns: size, text: lines.map((line) => `${painted(line, hasColor)}\n`).join('') };
}

/** What is light is printed and what is dark is left away: most screens are dark, and black on black would be lost. */
function half(isUpperDark: boolean, isLowerDark: boolean): string {
  if (isUpperDark) return isLowerDark ? ' ' : '▄';
  return isLowerDark ? '▀' : '█';
}

/** White on black whatever the colours of the terminal are, where it has any. */
function painted(line: string, hasColor: boolean): string {
  return hasColor ? styleText(['whiteBright', 'bgBlack'], line, { validateStream: false }) : line;
}
