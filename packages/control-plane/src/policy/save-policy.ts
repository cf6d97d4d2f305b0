import { CountersignError } from '@countersign/contract';
import { systemEvent } from '../access/system-event.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { EditablePolicy, SavedPolicy } from '../ports/policy.ts';
import { redactionMarker } from '../ports/redactor.ts';
import { actorOf, type User } from '../principal.ts';
import { holdsSecret } from './policy-view.ts';
import { policyRefused } from './require-policy.ts';

/**
 * G6: another policy for this server, by an administrator, in force when it returns. It goes by the same checks as a file
 * at the start, and by the text that it was made from: nobody writes over what somebody else wrote meanwhile.
 */
export async function savePolicy(
  plane: ControlPlane,
  policy: EditablePolicy,
  user: User,
  { text, textHash }: { readonly text: string; readonly textHash: string },
): Promise<void> {
  if (!user.isAdmin)
    throw new CountersignError(
      'forbidden',
      'Only an administrator may change the policy. Ask one, and show the draft.',
    );
  const { path, text: present } = await policy.readFile();
  if (holdsSecret(plane, present))
    throw unwritable(path, 'it holds something that is kept secret, and was not shown whole');
  refuseMasked(text);
  const saved = await policy.save(text, textHash);
  if (saved.kind === 'changed')
    throw new CountersignError(
      'policy_changed',
      'Somebody has changed the policy file since you began. Read it again, and make your change there.',
    );
  if (saved.kind === 'refused') throw policyRefused(saved.problems);
  if (saved.kind === 'unwritable') throw unwritable(path, saved.reason);
  if (saved.kind === 'saved') await record(plane, user, path, saved);
}

/** G8: what looked like a secret was masked on its way here. A file that people read is no place for one. */
function refuseMasked(text: string): void {
  const at = text.indexOf(redactionMarker);
  if (at < 0) return;
  const before = text.slice(0, at).split('\n');
  throw policyRefused([
    {
      line: before.length,
      column: before.at(-1)!.length + 1,
      message: 'this looks like a secret, which has no place in a policy: take it away, or write * for it',
    },
  ]);
}

function unwritable(path: string, reason: string): CountersignError {
  return new CountersignError(
    'policy_unwritable',
    `${path} cannot be written from here: ${reason}. Change the file on the server itself, or let the server's user write there.`,
    { reason },
  );
}

async function record(
  { store, clock }: ControlPlane,
  user: User,
  file: string,
  { version, before, textHash }: Extract<SavedPolicy, { kind: 'saved' }>,
): Promise<void> {
  const data = { version, before, text_hash: textHash, file, by: user.name };
  const event = systemEvent('policy.saved', actorOf(user), clock.now(), 'policy', data);
  await store.commit({ guard: { kind: 'none' }, events: [event] });
}
