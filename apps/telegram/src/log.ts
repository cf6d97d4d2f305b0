type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, text: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Lines of JSON. What is secret is asked for at each line, because users come and go. */
export function jsonLog(write: (line: string) => void, secrets: () => Iterable<string>): Log {
  return (level, text, fields = {}) => {
    const line = JSON.stringify({ time: new Date().toISOString(), level, name: 'telegram', msg: text, ...fields });
    write(`${withoutSecrets(line, secrets())}\n`);
  };
}

export function withoutSecrets(text: string, secrets: Iterable<string>): string {
  let masked = text;
  for (const secret of secrets) if (secret !== '') masked = masked.replaceAll(secret, '***REDACTED***');
  return masked;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
