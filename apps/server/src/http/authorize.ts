import { type Access, CountersignError, isUuid, type ProjectId } from '@countersign/contract';
import type { Authenticator, Principal } from '@countersign/control-plane';

/** Whether a principal may call an endpoint. Outside its projects everything looks as if it were not there. */
export async function authorize(
  authenticator: Authenticator,
  access: Access,
  principal: Principal,
  projectId: string | undefined,
): Promise<void> {
  if (access.to === 'admin' && !(principal.kind === 'user' && principal.isAdmin)) {
    throw new CountersignError('forbidden', 'Only an administrator may do this.');
  }
  if (access.to !== 'project') return;
  if (!isUuid(projectId ?? '') || !(await authenticator.belongsTo(principal, projectId as ProjectId))) {
    throw new CountersignError('not_found', 'There is no such project for you.');
  }
  if (!access.kinds.includes(principal.kind)) {
    throw new CountersignError(
      'forbidden',
      `This is for ${access.kinds.join(' and ')} credentials; yours is of ${article(principal.kind)}.`,
    );
  }
}

function article(kind: string): string {
  return kind === 'agent' ? `an ${kind}` : `a ${kind}`;
}
