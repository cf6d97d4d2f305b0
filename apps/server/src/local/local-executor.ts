import { StringDecoder } from 'node:string_decoder';
import type { JsonObject, PreviewFile } from '@countersign/contract';
import type { Assessment, Gate, Running, ServerExecutor, ServerResult, ToolRegistry } from '@countersign/control-plane';
import { type LocalTools, ToolFailure } from '@countersign/local-tools';
import { filesToBind, type Judgement, onlyLooks, type Workspace } from '@countersign/policy';

type Rules = { readonly gate: Gate; readonly tools: ToolRegistry; readonly workspace: Workspace };

/**
 * T9: the local tools, run by the server under its configured roots. A call is judged once more just before it runs, by
 * the same gate that let it pass: what only looks may not write, and what is denied by now does not run.
 */
export class LocalExecutor implements ServerExecutor {
  readonly #local: LocalTools;
  readonly #rules: Rules;

  constructor(local: LocalTools, rules: Rules) {
    this.#local = local;
    this.#rules = rules;
  }

  has(toolName: string): boolean {
    return this.#local.definitions.some(({ name }) => name === toolName);
  }

  async execute(toolName: string, args: JsonObject, signal: AbortSignal, running: Running): Promise<ServerResult> {
    const { request, id } = running.call;
    const assessment = this.#assess(args, running);
    if (!assessment) return refused(`There is no tool named ${toolName} any more.`);
    if (assessment.outcome === 'deny') return refused(`Policy denies it by now: ${assessment.reasons.join(' ')}`);
    const { judgement } = assessment;
    const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
    try {
      const result = await this.#local.execute(toolName, args, {
        callId: id,
        signal,
        expectedFiles: request.expectedFiles,
        mayUseNetwork: request.network,
        mayWrite: !onlyLooks(judgement),
        runsFiles: this.#bound(args, judgement)
          .filter(({ use }) => use === 'runs')
          .map(({ path }) => path),
        onOutput: ({ stream, bytes }) => running.print(stream, decoders[stream].write(Buffer.from(bytes))),
      });
      return { ok: true, result };
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      return { ok: false, error: error.message, errorType: error.failureClass, result: error.result };
    } finally {
      for (const stream of ['stdout', 'stderr'] as const) running.print(stream, decoders[stream].end());
    }
  }

  async preview(args: JsonObject, judgement: Judgement): Promise<readonly PreviewFile[]> {
    const bound = this.#bound(args, judgement);
    if (bound.length === 0) return [];
    const shown = new Set(bound.filter(({ isSecret }) => !isSecret).map(({ path }) => path));
    const files = await this.#local.preview(bound.map(({ path }) => path));
    return files.map((file) => (shown.has(file.path) ? file : { ...file, text: null }));
  }

  close(): Promise<void> {
    return this.#local.close();
  }

  #bound(args: JsonObject, judgement: Judgement) {
    return filesToBind(args, judgement, this.#rules.workspace);
  }

  #assess(args: JsonObject, { call }: Running): Assessment | null {
    const { gate, tools } = this.#rules;
    const { toolName, projectId, sessionId, agentId } = call.request;
    const tool = tools.find(toolName);
    return tool && gate.assess({ tool: tool.definition, arguments: args, projectId, sessionId, agentId });
  }
}

function refused(error: string): ServerResult {
  return { ok: false, error, errorType: 'policy' };
}
