import { fine, type HealthFinding, notice, trouble } from './health-finding.ts';
import { healthLimits } from './limits.ts';
import { sizeText } from './say.ts';

export type DiskPort = {
  /** Where data is kept on this machine. */
  readonly folders: readonly string[];
  freeBytes(folder: string): Promise<number>;
};

/** A full disk refuses every change; the folder that is fuller counts. */
export async function checkDisk(disk: DiskPort): Promise<HealthFinding> {
  const looked = await Promise.all(
    disk.folders.map(async (folder) => ({ folder, free: await disk.freeBytes(folder) })),
  );
  const { folder, free } = looked.reduce((one, other) => (other.free < one.free ? other : one));
  const left = `${sizeText(free)} are free at ${folder}`;
  if (free < healthLimits.freeBytesVeryLow)
    return trouble(`Only ${left}. Make room now: once it is full, nothing can be asked or decided.`);
  if (free < healthLimits.freeBytesLow) return notice(`Only ${left}. Make room, or move the data.`);
  return fine(`${left}.`);
}
