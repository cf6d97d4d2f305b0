import type { MemberRole } from '@countersign/contract';

/** The narrower one first: it is what is offered. */
export const memberRoles: readonly MemberRole[] = ['member', 'owner'];
