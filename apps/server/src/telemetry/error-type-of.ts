/** What went wrong, in one word that is not made from anybody's data: a code, or the class of the error. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : error.name;
}
