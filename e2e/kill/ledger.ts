import type { Client } from '@countersign/client';
import { type CallStatus, CountersignError, type DecisionVerb, type ExecuteResponse } from '@countersign/contract';

/** What a client was told and may rely on, and what it has sent without having been told anything. */
type Fact = {
  readonly toolId: string;
  readonly approvalId: string | null;
  readonly deadlineAt: string | null;
  sent: DecisionVerb | 'withdraw' | null;
  acknowledged: DecisionVerb | 'withdraw' | null;
  settled: CallStatus | null;
};

/** Every promise the server has made so far. After each restart all of them must hold. */
export class Ledger {
  readonly #facts = new Map<string, Fact>();
  readonly violations: string[] = [];
  checks = 0;

  submitted({ tool_id, approval_id }: ExecuteResponse, deadlineAt: string | null): void {
    const rest = { sent: null, acknowledged: null, settled: null };
    this.#facts.set(tool_id, { toolId: tool_id, approvalId: approval_id, deadlineAt, ...rest });
  }

  sending(toolId: string, what: NonNullable<Fact['sent']>): void {
    this.#facts.get(toolId)!.sent = what;
  }

  acknowledged(toolId: string): void {
    const fact = this.#facts.get(toolId)!;
    fact.acknowledged = fact.sent;
  }

  settled(toolId: string, status: CallStatus): void {
    this.#facts.get(toolId)!.settled = status;
  }

  /** Keeps in mind only what is not over yet, and the latest of what is. */
  forget(keep: number): void {
    const over = [...this.#facts.values()].filter(({ settled }) => settled !== null);
    for (const { toolId } of over.slice(0, -keep)) this.#facts.delete(toolId);
  }

  broken(toolId: string, what: string): void {
    this.violations.push(`${toolId}: ${what}`);
  }

  async check(owner: Client, projectId: string, now: number): Promise<void> {
    this.checks += 1;
    for (const fact of this.#facts.values()) await this.#checkFact(owner, projectId, fact, now);
    const pending = await owner.approvals.list(projectId, { status: 'pending', limit: 200 });
    const reappeared = pending.approvals.filter(({ tool_id }) => this.#facts.get(tool_id)?.acknowledged);
    for (const { tool_id } of reappeared) this.broken(tool_id, 'a decided approval is pending again');
  }

  async #checkFact(owner: Client, projectId: string, fact: Fact, now: number): Promise<void> {
    const { toolId, approvalId, deadlineAt, settled } = fact;
    const call = await orNull(owner.toolCalls.get(projectId, toolId));
    if (!call) return this.broken(toolId, 'an acknowledged call is lost');
    if (settled !== null && call.status !== settled) this.broken(toolId, `was ${settled} and is ${call.status}`);
    if (approvalId === null) return;
    const approval = await orNull(owner.approvals.get(projectId, approvalId));
    if (!approval) return this.broken(toolId, 'an approval is lost');
    if (approval.deadline_at !== deadlineAt)
      this.broken(toolId, `its deadline was ${deadlineAt} and is ${approval.deadline_at}`);
    const { status, decision } = approval;
    const expected = fact.acknowledged ?? fact.sent;
    if (status === 'pending') {
      if (fact.acknowledged) this.broken(toolId, `${fact.acknowledged} was acknowledged and is lost`);
    } else if (status === 'expired') {
      if (fact.acknowledged || now < Date.parse(deadlineAt ?? '')) this.broken(toolId, 'expired, but should not have');
    } else if ((status === 'cancelled' ? 'withdraw' : decision?.decision) !== expected) {
      this.broken(toolId, `is ${status} by ${decision?.decision ?? 'nobody'}, but ${expected ?? 'nothing'} was said`);
    }
  }
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'not_found') return null;
    throw error;
  }
}
