import type { ApprovalView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { Link } from '../../app/router.tsx';
import { Ago } from '../../design/time-left.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { useRecentApprovals } from './recent-approvals.ts';

const shownMax = 3;

/** What was decided about the same tool before, and all else that happened in the session. */
export function Related({ approval }: { readonly approval: ApprovalView }) {
  const { approval: texts, design } = useTexts();
  const { data = [] } = useRecentApprovals();
  const before = data
    .filter(({ approval_id: id, tool_name: tool }) => tool === approval.tool_name && id !== approval.approval_id)
    .slice(0, shownMax);
  return (
    <ul className="grid gap-1">
      {before.map(({ approval_id: id, display, status, decision, requested_at: asked }) => (
        <li key={id} className="flex min-w-0 items-baseline gap-2">
          <Link href={`/a/${id}?shown=decided`} className="exact-line min-w-0 underline underline-offset-2">
            {display.title}
          </Link>
          <span className="shrink-0 text-small text-soft">
            {design.status[status]} · {decision ? `${makeVisible(decision.decided_by.name)} · ` : ''}
            <Ago since={asked} />
          </span>
        </li>
      ))}
      {before.length === 0 ? <li className="text-soft">{texts.firstOfTool}</li> : null}
      <li>
        <Link href={`/sessions/${approval.session_id}`} className="text-accent underline underline-offset-2">
          {texts.toSession}
        </Link>
      </li>
    </ul>
  );
}
