import type { EscapeStage } from './escape-stage.ts';

/** What was seen of an attempt: what it printed and how it ended. */
export type Attempted = { readonly output: string; readonly stoppedBy: string | null };

/** One way out, tried for real. */
export type Escape = {
  readonly name: string;
  /** A script for bash. A line `ESCAPED` is how it says that it succeeded where nothing outside can show it. */
  readonly script: (stage: EscapeStage) => string;
  /** How success would be seen: from outside wherever that can be. */
  readonly hasEscaped: (stage: EscapeStage, attempted: Attempted) => boolean;
  /**
   * `succeeds`: without a sandbox the same script gets out, which is tried too. Otherwise why that is not done: it would
   * harm the machine, or not every machine has what it takes.
   */
  readonly control: 'succeeds' | 'as root' | 'would harm the machine' | 'not on every machine';
  /** Programs without which it cannot be tried. */
  readonly needs?: readonly string[];
  /** False: the workspace is read-only. */
  readonly mayWrite?: boolean;
};

export const saidSo: Escape['hasEscaped'] = (_, { output }) => /^ESCAPED/m.test(output);
export const toldSecret: Escape['hasEscaped'] = ({ secret }, { output }) => output.includes(secret);
export const wasHeard: Escape['hasEscaped'] = ({ heard }) => heard.tcp + heard.udp + heard.unix > 0;
