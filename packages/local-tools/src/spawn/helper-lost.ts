import { ToolFailure } from '../confinement/tool-failure.ts';

/** The helper died with commands running: they are dead too, and nobody knows how far they came. Never run one again. */
export class HelperLost extends ToolFailure {
  constructor(cause: string) {
    super('unknown', `The process that starts commands was lost (${cause}). What the command did before is not known.`);
    this.name = 'HelperLost';
  }
}
