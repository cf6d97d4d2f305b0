/** Everything telemetry may hold or wait for. */
export const telemetryLimits = {
  /** Combinations of labels of one figure; what comes after them is counted together. */
  labelSetsMax: 2_000,
  /** The same for figures that take a line for each of their steps. */
  histogramLabelSetsMax: 500,
  /** Calls whose trace is remembered from when they were asked for. */
  tracesMax: 20_000,
  /** For how long after the start calls may come up whose request was heard by others only. */
  warmUpMs: 60_000,
  /** Events of a session that are read to find the trace of a call from before the start. */
  sessionEventsMax: 2_000,
  sessionEventsPage: 500,
  /** How often spans and figures are sent to a collector. */
  spansEveryMs: 1_000,
  figuresEveryMs: 60_000,
  /** How long the end of the server waits for a collector that does not answer. */
  farewellMs: 2_000,
  /** Of a body, as the log shows it. */
  bodyLengthMax: 500,
  /** Of a body, that is looked at for secrets before it is cut: one must not be cut in half before it is seen. */
  bodyLookedAtMax: 64 * 1024,
  attributeLengthMax: 1_000,
} as const;
