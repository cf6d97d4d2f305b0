const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls back for each signal to stop, and when the process that started this one is gone. Returns how to let go. */
export function onStop(stop: () => void): () => void {
  for (const signal of signals) process.on(signal, stop);
  process.on('disconnect', stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
    process.off('disconnect', stop);
  };
}
