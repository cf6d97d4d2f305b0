import { fine, type HealthFinding, notice, trouble } from './health-finding.ts';
import { healthLimits } from './limits.ts';
import { spanText } from './say.ts';

export type DatabasePort = {
  ping(): Promise<void>;
  /** Milliseconds from any moment on. A clock that can be set back would not do. */
  elapsedMs(): number;
};

/** Everything waits for it: an answer that takes long is what people feel first. */
export async function checkDatabase(database: DatabasePort): Promise<HealthFinding> {
  const began = database.elapsedMs();
  try {
    await database.ping();
  } catch {
    return trouble('It does not answer. Nothing can be asked or decided until it does: look whether it runs.');
  }
  const tookMs = database.elapsedMs() - began;
  if (tookMs >= healthLimits.databaseVerySlowMs)
    return trouble(`It took ${spanText(tookMs)} to answer. Look at its disk, its load and the way to it.`);
  if (tookMs >= healthLimits.databaseSlowMs)
    return notice(`It is slow: ${Math.round(tookMs)} ms for an answer. Look at its disk, its load and the way to it.`);
  return fine(tookMs < 1 ? 'It answers in less than a millisecond.' : `It answers in ${Math.round(tookMs)} ms.`);
}
