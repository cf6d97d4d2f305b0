import { UnusableReference } from './schema-document.ts';

/** What a JSON pointer such as `/components/schemas/Pet` leads to; only own members are ways. */
export function findPointer(root: unknown, pointer: string): { readonly value: unknown; readonly name: string } {
  if (pointer === '') return { value: root, name: '' };
  if (!pointer.startsWith('/')) throw missing(pointer);
  let value = root;
  let name = '';
  for (const step of pointer.slice(1).split('/')) {
    name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) throw missing(pointer);
    value = (value as Record<string, unknown>)[name];
  }
  return { value, name };
}

function missing(pointer: string): UnusableReference {
  return new UnusableReference(`it refers to #${pointer.slice(0, 200)}, which is not in the document`);
}

function decode(step: string): string {
  if (!step.includes('%')) return step;
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
