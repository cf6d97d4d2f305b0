const CHARS_MAX = 200;
const ABSOLUTE_PATH = /(?<![\w:/])(?:file:\/\/)?(?:\/[^\s/'":]+)+\/([^\s/'":]+)/g;

/** The first line of an error's message, with the machine's paths cut to file names: reports are published. */
export function firstLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.split('\n', 1)[0]!.replace(ABSOLUTE_PATH, '$1').slice(0, CHARS_MAX);
}
