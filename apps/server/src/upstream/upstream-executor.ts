import { CountersignError, type JsonObject, type JsonValue, type PollConfig } from '@countersign/contract';
import type {
  Continued,
  ControlPlane,
  Running,
  ServerExecutor,
  ServerResult,
  Telemetry,
} from '@countersign/control-plane';
import type { ToolCall } from '@countersign/tool-call';
import {
  type Authorizer,
  type CompiledProfile,
  type Credentials,
  firstPoll,
  isPollOver,
  type McpProgress,
  nextPoll,
  type PollState,
  type RenderedRequest,
  readLook,
  renderRequest,
  statusArguments,
  UpstreamFailure,
  type UpstreamResponse,
} from '@countersign/upstream';
import type { Logger } from 'pino';
import { exchangeLog } from '../telemetry/log-exchange.ts';
import { httpStep, mcpStep } from '../telemetry/upstream-steps.ts';
import type { Breakers } from './breakers.ts';
import { findCallable } from './find-callable.ts';
import { guardByBreaker } from './guard-by-breaker.ts';
import type { HttpTransport } from './http-senders.ts';
import { upstreamLimits } from './limits.ts';
import type { McpTransport } from './mcp-services.ts';
import { profileOf, statusProfileOf } from './request-profiles.ts';
import type { ResponseFiles } from './response-files.ts';
import { answerValue, type Execution, recorded, resultOfAnswer, resultOfFailure } from './upstream-result.ts';
import type { UpstreamTool, UpstreamTools } from './upstream-tools.ts';

type Parts = {
  readonly plane: Pick<ControlPlane, 'access' | 'clock' | 'redactor'>;
  readonly tools: UpstreamTools;
  readonly breakers: Breakers;
  readonly authorizer: Pick<Authorizer, 'authorize' | 'invalidate'>;
  readonly http: HttpTransport;
  readonly mcp: McpTransport;
  readonly files: Pick<ResponseFiles, 'keep'>;
  readonly telemetry: Telemetry;
  readonly log: Logger;
};

/** The tool of a call, and what asking its service needs to know. */
type Target = Pick<UpstreamTool, 'definition' | 'source'> & { readonly call: ToolCall };

/** What a job goes on with: the poll, and the tool as it was when the job was begun. */
type JobState = {
  readonly sourceId: string;
  readonly definition: UpstreamTool['definition'];
  readonly poll: PollState;
};

type Answered = UpstreamResponse & { readonly attempts: number };

/** Calls tools that services offer: what was approved, in the name of whoever asked, as far as the breaker lets it. */
export class UpstreamExecutor implements ServerExecutor {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  has(toolName: string): boolean {
    return this.#parts.tools.find(toolName) !== null;
  }

  execute(
    _toolName: string,
    args: JsonObject,
    signal: AbortSignal,
    running: Running,
  ): Promise<ServerResult | Continued> {
    const { call } = running;
    return this.#told(call, signal, async () => {
      const { definition, source } = await findCallable(this.#parts.tools, this.#parts.plane, call);
      const target = { definition, source, call };
      const { profile } = definition.upstream;
      if (profile === null) return this.#callMcp(target, args, signal, running);
      const answer = await this.#ask(target, profileOf(definition, source), args, signal);
      const isBegun = profile.mode === 'async_poll' && isOk(answer);
      if (!isBegun || !profile.poll) return this.#resultOf(target, answer);
      const poll = firstPoll(profile.poll, answerValue(answer));
      return { continueWith: { sourceId: source.id, definition, poll } as JobState as never, afterMs: poll.intervalMs };
    });
  }

  resume(state: JsonValue, signal: AbortSignal, { call }: Running): Promise<ServerResult | Continued> {
    return this.#told(call, signal, async () => {
      const job = state as never as JobState;
      const source = this.#parts.tools.sourceNamed(job.definition.upstream.source);
      const config = job.definition.upstream.profile?.poll;
      if (source?.id !== job.sourceId || !config) {
        throw new UpstreamFailure(
          'tool_unavailable',
          'The source of this tool was removed while its job was under way.',
        );
      }
      return this.#look({ definition: job.definition, source, call }, job, config, signal);
    });
  }

  /** U7: one look at a job. A service that cannot be asked for a moment ends nothing. */
  async #look(
    target: Target,
    job: JobState,
    config: PollConfig,
    signal: AbortSignal,
  ): Promise<ServerResult | Continued> {
    const { definition, source, call } = target;
    const args = JSON.parse(call.request.sealedArguments ?? '{}') as JsonObject;
    let answer: Answered;
    try {
      const compiled = statusProfileOf(definition, source);
      answer = await this.#ask(target, compiled, statusArguments(args, job.poll.trigger), signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof UpstreamFailure) || !error.isRetryable) throw error;
      return this.#lookAgain(job, config, error);
    }
    if (!isOk(answer)) {
      return isPassing(answer) ? this.#lookAgain(job, config, noState(answer)) : this.#resultOf(target, answer);
    }
    const look = readLook(config, answerValue(answer));
    if (look.state === 'working') return this.#lookAgain(job, config, null);
    const execution = this.#execution(target, { attempts: answer.attempts, poll_attempts: job.poll.attempts + 1 });
    const came = { status: look.state, result: look.result, upstream_status: answer.status, metadata: {} };
    return recorded(came, execution, look.state === 'failed' ? `The job ended as "${look.status}".` : '');
  }

  #lookAgain(job: JobState, config: PollConfig, trouble: UpstreamFailure | null): Continued {
    const poll = nextPoll(config, job.poll, trouble ? job.poll.faults + 1 : 0);
    if (trouble && poll.faults > upstreamLimits.pollFaultsMax) throw trouble;
    if (isPollOver(config, poll)) {
      throw new UpstreamFailure(
        'poll_timeout',
        `The job was not done after ${poll.attempts} looks. It may still be under way at the service.`,
        { details: { attempts: poll.attempts } },
      );
    }
    return { continueWith: { ...job, poll } as never, afterMs: poll.intervalMs };
  }

  async #ask(target: Target, compiled: CompiledProfile, args: JsonObject, signal: AbortSignal): Promise<Answered> {
    const { source } = target;
    return guardByBreaker(
      this.#parts.breakers.of(source),
      source,
      signal,
      () => this.#askAs(target, compiled, args, signal),
      ({ status }) => (status >= 500 ? `The service answered ${status}.` : null),
    );
  }

  /** With a token that the service no longer takes, once more with another: only where asking twice does no harm. */
  async #askAs(target: Target, compiled: CompiledProfile, args: JsonObject, signal: AbortSignal): Promise<Answered> {
    const credentials = await this.#authorize(target, signal);
    const request = renderRequest(compiled, args, { credentials, idempotencyKey: target.call.id });
    const first = await this.#send(target, request, signal);
    if (first.status !== 401 || !request.isRepeatable || !this.#parts.authorizer.invalidate(credentials)) return first;
    const others = await this.#authorize(target, signal);
    return this.#send(
      target,
      renderRequest(compiled, args, { credentials: others, idempotencyKey: target.call.id }),
      signal,
    );
  }

  async #send({ definition, source }: Target, request: RenderedRequest, signal: AbortSignal): Promise<Answered> {
    const { telemetry, plane, http, log } = this.#parts;
    const timeoutMs = (definition.upstream.profile?.timeout_seconds ?? defaultTimeoutSeconds) * 1000;
    const told = exchangeLog(log, plane.redactor, definition.name, request);
    told.asked();
    const answer = await httpStep(telemetry, plane.redactor, request, (traceparent) =>
      http.send(source, request, { timeoutMs, signal, traceparent }),
    );
    told.answered(answer.status, () => answerValue(answer));
    return answer;
  }

  async #authorize({ definition, source, call }: Target, signal: AbortSignal): Promise<Credentials> {
    const { caller, toolVersion } = call.request;
    if (!caller)
      throw new UpstreamFailure('internal_error', 'Nobody knows on whose behalf this call is made. Ask again.');
    const profile = definition.upstream.profile;
    const credentials = await this.#parts.authorizer.authorize(
      source.settings.auth ?? { mode: 'none' },
      caller,
      {
        sourceId: source.id,
        toolVersion,
        audience: profile?.required_audience,
        scopes: profile?.required_scopes,
      },
      signal,
    );
    this.#parts.plane.redactor.learn(...credentials.secrets);
    return credentials;
  }

  async #callMcp(target: Target, args: JsonObject, signal: AbortSignal, running: Running): Promise<ServerResult> {
    const { definition, source } = target;
    const { remote_name: remoteName, host, risk_level: risk } = definition.upstream;
    const options = {
      signal,
      timeoutMs: definition.executionTimeoutMs,
      // What the server says of itself is no reason to call it harmless; that an administrator said so is.
      isReadOnly: risk === 'LOW',
      onProgress: (progress: McpProgress) => running.print('stderr', `${progressText(progress)}\n`),
    };
    const answer = await guardByBreaker(
      this.#parts.breakers.of(source),
      source,
      signal,
      async () => {
        const credentials = await this.#authorize(target, signal);
        return mcpStep(this.#parts.telemetry, { tool: remoteName, host }, (traceparent) =>
          this.#parts.mcp.call(source, credentials, remoteName, args, {
            ...options,
            ...(traceparent === null ? {} : { traceparent }),
          }),
        );
      },
      () => null,
    );
    const { isError, ...result } = answer;
    const came = { status: isError ? 'failed' : 'completed', result, upstream_status: null, metadata: {} } as const;
    return recorded(came, this.#execution(target, {}), 'The tool says that it failed.');
  }

  async #resultOf(target: Target, answer: Answered): Promise<ServerResult> {
    if (answer.body.kind === 'file') await this.#parts.files.keep(target.call, answer.body.file);
    return resultOfAnswer(answer, this.#execution(target, { attempts: answer.attempts }));
  }

  #execution({ definition, source, call }: Target, metadata: Execution['metadata']): Execution {
    const { state, request } = call;
    const endedAt = this.#parts.plane.clock.now();
    return {
      toolId: definition.name,
      startedAt: 'startedAt' in state ? state.startedAt : endedAt,
      endedAt,
      metadata: { source: source.settings.name, tool_version: request.toolVersion, ...metadata },
    };
  }

  /** Whatever goes wrong is how the call ended: nothing here may end in nobody knowing. */
  async #told(
    { request }: ToolCall,
    signal: AbortSignal,
    run: () => Promise<ServerResult | Continued>,
  ): Promise<ServerResult | Continued> {
    try {
      return await run();
    } catch (error) {
      return resultOfFailure(this.#failureOf(error, signal), request.toolName);
    }
  }

  #failureOf(error: unknown, { aborted, reason }: AbortSignal): UpstreamFailure {
    const isLate = aborted && (reason as DOMException).name === 'TimeoutError';
    if (isLate && (!(error instanceof UpstreamFailure) || error.code === 'cancelled')) {
      // Whoever was called off knows whether the request had left, and whether sending it twice does harm.
      const mayHaveRun = error instanceof UpstreamFailure ? error.mayHaveRun : true;
      return new UpstreamFailure('upstream_timeout', (reason as DOMException).message, { mayHaveRun });
    }
    if (error instanceof UpstreamFailure) return error;
    if (error instanceof CountersignError)
      return new UpstreamFailure('internal_error', error.message, { cause: error });
    if (!aborted) this.#parts.log.error({ err: error }, 'a service could not be called');
    return new UpstreamFailure('internal_error', 'The call failed here; it is in the log of the server.', {
      cause: error,
    });
  }
}

const defaultTimeoutSeconds = 30;

function isOk({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

/** Answers after which the state of a job may still be told: not there yet, too many questions, in trouble for a moment. */
function isPassing({ status }: Answered): boolean {
  return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500;
}

function noState({ status }: Answered): UpstreamFailure {
  return new UpstreamFailure('bad_response', `The service answered ${status} when it was asked about the job.`, {
    upstreamStatus: status,
  });
}

function progressText({ progress, total, message }: McpProgress): string {
  const far = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined ? `progress: ${far}` : `progress: ${far}: ${message}`;
}
