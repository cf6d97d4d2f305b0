const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

type Loose = Readonly<Record<string, unknown>>;

/** How many operations a document has, counted without any part of the import. */
export function countOperations(document: unknown): number {
  let count = 0;
  for (const [path, item] of Object.entries(((document as Loose).paths ?? {}) as Loose)) {
    if (path.startsWith('x-') || typeof item !== 'object' || item === null) continue;
    const whole = { ...target(document, (item as Loose).$ref), ...item };
    count += methods.filter((method) => Object.hasOwn(whole, method)).length;
  }
  return count;
}

function target(document: unknown, ref: unknown): Loose {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return {};
  const steps = ref
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((value, step) => (value as Loose | undefined)?.[step], document) as Loose;
}
