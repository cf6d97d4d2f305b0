import type { Client } from '@countersign/client';
import { limits as contractLimits, type PreviewFile, type PreviewOrder } from '@countersign/contract';
import type { LocalTools } from '@countersign/local-tools';
import type { Redactor } from '@countersign/redaction';
import type { OrderJudge } from './judge-order.ts';

/**
 * Tells the server what the files that a call stands on hold now. A call that this runner would not run gets no look at
 * anything; the text of a secret file does not leave the machine, and secrets in others are masked.
 */
export async function answerPreview(
  ports: {
    readonly client: Client;
    readonly tools: LocalTools;
    readonly judge: OrderJudge;
    readonly redactor: Redactor;
  },
  order: PreviewOrder,
): Promise<number> {
  const { client, tools, judge, redactor } = ports;
  const judged = judge.judge(order.call);
  const bound = judged.ok ? judged.plan.boundFiles.slice(0, contractLimits.previewFilesMax) : [];
  const shown = new Set(bound.filter(({ isSecret }) => !isSecret).map(({ path }) => path));
  const found = bound.length === 0 ? [] : await tools.preview(bound.map(({ path }) => path));
  const files = found.map((file): PreviewFile => {
    const text = shown.has(file.path) && file.text !== null ? redactor.text(file.text) : null;
    // Half a text would look like a change that nobody makes.
    return { ...file, text: text !== null && text.length > contractLimits.previewTextLengthMax ? null : text };
  });
  await client.runner.preview(order.call.project_id, order.tool_id, files);
  return files.length;
}
