/** Names of a language's own machinery, such as `__proto__` and `__class__`: asking for one is never meant well. */
export function isMachinery(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}
