import type { Permit } from '../control/provider-breakers.ts';
import { limits } from '../limits.ts';
import type { Model, ModelRequest } from '../ports.ts';
import type { Rest } from '../rest.ts';
import { isEnded } from '../run-changes.ts';
import { type Asked, askModel, type StoppedAsking } from './ask-model.ts';
import { compactContext } from './compact-context.ts';
import { failRun, stopRun } from './end-run.ts';
import { keepAnswer } from './keep-answer.ts';
import { keepFailure } from './keep-failure.ts';
import { type OfferedTools, offerTools } from './offered-tools.ts';
import { waitForProvider } from './provider-events.ts';
import type { RunWork } from './run-work.ts';
import { SpokenOutput } from './spoken-output.ts';

/** One try of the model's step of a turn, and the commit of what came of it. */
export async function takeModelStep(work: RunWork): Promise<Rest | null> {
  const model = work.ports.models.find(work.run.model);
  if (model === null) {
    const reason = `The model ${work.run.model} is not configured any more. Choose one that is, or configure it again.`;
    await work.commit((run) => (isEnded(run) ? null : failRun(run, 'provider', reason, work.now())));
    return null;
  }
  const offered = await toolsOf(work, model);
  if (work.conversation.tokensOf(work.conversation.length) > work.run.control.contextTokens) {
    const compacted = await compactContext(work, model, { afterOverflow: false });
    if (compacted !== 'nothing_to_cut') return compacted === 'compacted' ? null : afterStop(work, compacted);
  }

  const { run } = work;
  const entrance = work.settings.breakers.enter(model.provider, run.control, work.now());
  if ('retryAt' in entrance) {
    await waitForProvider(work, model, entrance);
    return null;
  }
  const output = model.protocol === 'json' ? null : new SpokenOutput(work);
  const asked = await askedWith(entrance.permit, () => askModel(work, model, requestOf(work, offered), output));
  switch (asked.kind) {
    case 'answered':
      work.conversation.correct(asked.step.inputTokens, offered.length);
      await keepAnswer(work, model, offered, asked, entrance.permit.succeeded());
      return null;
    case 'failed': {
      const changes = entrance.permit.failed(asked.error.errorClass, work.now());
      const stopped = await keepFailure(work, model, asked, changes);
      return stopped === null ? null : afterStop(work, stopped);
    }
    default:
      entrance.permit.abandoned();
      return afterStop(work, asked);
  }
}

function requestOf({ run, conversation }: RunWork, { system, tools }: OfferedTools): ModelRequest {
  return {
    runId: run.id,
    turn: run.turn,
    attempt: run.attempts,
    system,
    messages: conversation.messages,
    tools,
    maxOutputTokens: null,
  };
}

/** A permit is given back whatever happens. */
async function askedWith(permit: Permit, ask: () => Promise<Asked>): Promise<Asked> {
  try {
    return await ask();
  } catch (error) {
    permit.abandoned();
    throw error;
  }
}

async function afterStop(work: RunWork, asked: StoppedAsking): Promise<Rest | null> {
  if (asked.kind === 'stopped') return asked.by === 'signal' ? { kind: 'interrupted' } : null;
  await work.commit((run) => {
    if (isEnded(run)) return null;
    const workingMs = run.workingMs + asked.tookMs;
    const end = stopRun({ ...run, workingMs }, asked.limit, work.now());
    return { ...end, set: { ...end.set, workingMs } };
  });
  return null;
}

async function toolsOf(work: RunWork, model: Model): Promise<OfferedTools> {
  const { offered } = work.warm;
  const now = work.now();
  if (offered !== null && now - offered.readAt < limits.toolsFreshMs) return offered;
  work.warm.offered = offerTools(await work.ports.tools.available(work.run), model.protocol, now);
  return work.warm.offered;
}
