import type { EventNode } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { usePreferences } from '../../app/preferences.ts';
import { CallDetails } from './call-details.tsx';
import { JsonBlock } from './json-block.tsx';
import { Part } from './part.tsx';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** All that is known of a node, and the entries of the log that it is known by. */
export function NodeDetails({
  node,
  grantTexts,
}: {
  readonly node: EventNode;
  readonly grantTexts: ReadonlyMap<string, string>;
}) {
  const texts = useSessionsTexts();
  return (
    <div className="grid min-w-0 gap-3 rounded-md border border-line bg-paper px-3 py-3">
      {node.kind === 'tool_call' ? <CallDetails node={node} grantTexts={grantTexts} /> : <Facts node={node} />}
      <details>
        <summary className="min-h-7 cursor-pointer py-0.5 text-small text-soft">{texts.raw}</summary>
        <div className="mt-2">
          <JsonBlock label={texts.raw} value={node} />
        </div>
      </details>
    </div>
  );
}

function Facts({ node }: { readonly node: EventNode }) {
  const texts = useSessionsTexts();
  const { language } = usePreferences();
  const { details, events, kind } = node;
  const number = new Intl.NumberFormat(language);
  const task = events.find(({ type, data }) => type === 'message.posted' && data.role === 'user')?.data.text;
  // In full; the details have only the beginning.
  const said = events.findLast(({ type }) => type === 'turn.answered')?.data.text ?? details.text;
  const { input_tokens: input, output_tokens: output, notices } = details;
  return (
    <>
      {kind === 'agent' ? <Words title={texts.taskGiven} value={task} /> : null}
      {kind === 'agent' ? <Words title={texts.model} value={details.model} isExact /> : null}
      {kind === 'turn' ? <Words title={texts.said} value={said} /> : null}
      <Words title={texts.answer} value={details.answer} />
      <Words title={texts.reason} value={details.reason} />
      <Words title={texts.error} value={details.error} />
      {Array.isArray(notices) ? <Words title={texts.notices} value={notices.join('\n')} /> : null}
      {typeof input === 'number' && typeof output === 'number' ? (
        <p className="text-small text-soft">{texts.tokensInOut(number.format(input), number.format(output))}</p>
      ) : null}
    </>
  );
}

function Words({
  title,
  value,
  isExact = false,
}: {
  readonly title: string;
  readonly value: unknown;
  readonly isExact?: boolean;
}) {
  if (typeof value !== 'string' || value.trim() === '') return null;
  return (
    <Part title={title}>
      <p className={isExact ? 'exact text-small' : 'whitespace-pre-wrap [overflow-wrap:anywhere]'}>
        {makeVisible(value)}
      </p>
    </Part>
  );
}
