import type { ApprovalView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import type { ReactNode } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { Link } from '../../app/router.tsx';
import { classNames } from '../../design/class-names.ts';
import { timeOfDayText } from '../../design/date-text.ts';
import { Icon } from '../../design/icon.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { Ago, TimeLeft } from '../../design/time-left.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { Effects } from './effects.tsx';
import { Outcome } from './outcome.tsx';
import { Related } from './related.tsx';
import { Sections } from './sections.tsx';
import { SessionBanner, SessionName } from './session-name.tsx';

/**
 * One approval as a form to be countersigned, read from top to bottom: who asks, for what exactly, why a person is
 * asked, what it would do, apart from all that what the agent says, and last what comes of waiting and what came before.
 */
export function ApprovalCard({ approval, headingId }: { readonly approval: ApprovalView; readonly headingId: string }) {
  const { approval: texts } = useTexts();
  const { display, agent_note: note, original_params: original } = approval;
  const isPending = approval.status === 'pending';
  return (
    <div className="grid gap-5 px-4 py-4 md:px-6 md:py-5">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
          <RiskBadge level={approval.risk_level} />
          <code className="exact text-soft">{makeVisible(approval.tool_name)}</code>
          <span className="flex-1" />
          {isPending ? <TimeLeft deadline={approval.deadline_at} /> : null}
        </div>
        <h1
          id={headingId}
          className={classNames(
            'exact font-semibold',
            titleOf(approval, texts.script).length > longTitleLength ? 'text-large' : 'text-large md:text-title',
          )}
        >
          {titleOf(approval, texts.script)}
        </h1>
        <WhoAsks approval={approval} />
        {isPending ? <SessionBanner sessionId={approval.session_id} /> : null}
      </header>

      {isPending ? null : <Outcome approval={approval} />}

      {display.warnings.length > 0 ? (
        <ul className="grid gap-1 rounded-md border border-high bg-high-wash px-3 py-2 text-high">
          {display.warnings.map((warning) => (
            <li key={warning} className="flex gap-2">
              <Icon name="warning" className="mt-1 size-4" />
              <span className="exact font-sans">{warning}</span>
            </li>
          ))}
        </ul>
      ) : null}

      <FormRow title={texts.action} isFull={display.sections.some(({ kind }) => kind === 'diff')}>
        <Sections sections={display.sections} />
        {original === null || original === undefined ? null : (
          <p className="mt-2 text-small text-soft">{texts.wasEdited}</p>
        )}
      </FormRow>

      <FormRow title={texts.why}>
        <ul className="grid gap-1">
          {approval.reasons.map((reason) => (
            <li key={reason} className="exact font-sans">
              {reason}
            </li>
          ))}
        </ul>
        <p className="mt-1 flex flex-wrap gap-x-3 text-small text-soft">
          <span>
            {texts.rule} <code className="exact">{approval.rule_id}</code>
          </span>
          <Link
            href={`/rules/new?call=${approval.tool_id}&outcome=${approval.status === 'rejected' ? 'deny' : 'allow'}`}
            className="underline underline-offset-2 hover:text-ink"
          >
            {texts.makeRule}
          </Link>
        </p>
      </FormRow>

      {isPending ? (
        <FormRow title={texts.effects}>
          <Effects approval={approval} />
        </FormRow>
      ) : null}

      {note === null ? null : (
        <FormRow title={texts.itsWords}>
          <blockquote className="rounded-md border border-dashed border-edge px-3 py-2">
            <p className="exact font-sans italic">{note}</p>
            <footer className="mt-1 text-small text-soft">{texts.notTrusted}</footer>
          </blockquote>
        </FormRow>
      )}

      {isPending ? (
        <FormRow title={texts.atZero}>
          <AtZero deadline={approval.deadline_at} />
        </FormRow>
      ) : null}

      <FormRow title={texts.related}>
        <Related approval={approval} />
      </FormRow>
    </div>
  );
}

const longTitleLength = 90;

/** The lines of a script stand below, each with its number; in a title they would only be one long line. */
function titleOf({ display, tool_name }: ApprovalView, scriptText: (tool: string, lines: number) => string): string {
  const script = display.sections.find((section) => section.kind === 'script' && section.parts.length > 0);
  if (script?.kind !== 'script' || script.lines.length < 2) return display.title;
  return scriptText(makeVisible(tool_name), script.lines.length);
}

function WhoAsks({ approval }: { readonly approval: ApprovalView }) {
  const { approval: texts } = useTexts();
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-soft">
      <span className="inline-flex items-center gap-1.5">
        <Icon name="agent" />
        <strong className="exact font-sans font-semibold text-ink">{makeVisible(approval.agent.name)}</strong>
        {texts.asks}
      </span>
      <span aria-hidden="true">·</span>
      <SessionName sessionId={approval.session_id} />
      <span aria-hidden="true">·</span>
      <Ago since={approval.requested_at} />
    </p>
  );
}

/** What becomes of it if nobody does anything. */
function AtZero({ deadline }: { readonly deadline: string | null }) {
  const { approval: texts } = useTexts();
  const { language } = usePreferences();
  return <p>{deadline === null ? texts.waitsForever : texts.expires(timeOfDayText(deadline, language))}</p>;
}

function FormRow({
  title,
  isFull = false,
  children,
}: {
  readonly title: string;
  /** True for what needs the whole width, such as two columns of text. */
  readonly isFull?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section
      className={classNames(
        'grid gap-1.5',
        !isFull && 'min-[86rem]:grid-cols-[7.5rem_minmax(0,1fr)] min-[86rem]:gap-4',
      )}
    >
      <h2 className={classNames('caption', !isFull && 'min-[86rem]:pt-1')}>{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
