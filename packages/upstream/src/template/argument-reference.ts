/** How a template reads an argument of any name, also one that is no plain word or has a meaning of its own. */
export function argumentReference(name: string): string {
  return `args[${JSON.stringify(name)}]`;
}
