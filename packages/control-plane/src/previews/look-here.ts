import type { JsonObject, PreviewFile } from '@countersign/contract';
import { type Admission, admitCall } from '../admission/admit-call.ts';
import type { Asked } from '../admission/seal-request.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { GrantRecord } from '../ports/records.ts';
import { commandTools } from '../runners/able-runners.ts';
import { writingTools } from './is-preview-wanted.ts';

/** A call with the files that it would change or run on the server's own disk. */
export type SeenHere = { readonly admission: Admission; readonly files: readonly PreviewFile[] };

/**
 * T9, L7: a call that this process would run itself is previewed by it, at once. Null where nobody will be asked, there
 * is nothing to see, or the look failed: then a person is asked without it.
 */
export async function lookHere(
  plane: ControlPlane,
  asked: Asked,
  admission: Admission,
  grants: readonly GrantRecord[],
): Promise<SeenHere | null> {
  const { executor, redactor } = plane;
  if (!executor.preview || admission.verdict !== 'judged' || admission.request.target !== 'server') return null;
  if (admission.assessment.outcome !== 'ask' || admission.grant) return null;
  if (!writingTools.has(asked.toolName) && !commandTools.has(asked.toolName)) return null;
  const args = JSON.parse(admission.request.sealedArguments!) as JsonObject;
  const found = await executor.preview(args, admission.assessment.judgement).catch(() => []);
  if (found.length === 0) return null;
  const files = found.map((file) => ({ ...file, text: file.text === null ? null : redactor.text(file.text) }));
  const expectedFiles = files.map(({ path, sha256 }) => ({ path, sha256 }));
  return { admission: admitCall(plane, { ...asked, expectedFiles }, grants), files };
}
