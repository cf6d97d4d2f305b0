import type { SessionView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useRef, useState } from 'react';
import { addressOf } from '../../app/api.ts';
import { Link } from '../../app/router.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Menu, MenuItem } from '../../design/menu.tsx';
import { Ago } from '../../design/time-left.tsx';
import { ApproveEverythingDialog } from './approve-everything-dialog.tsx';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** Which session this is, whose, and what can be done with it as a whole. */
export function SessionHeader({ session }: { readonly session: SessionView }) {
  const texts = useSessionsTexts();
  const [isAsking, setIsAsking] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const { session_id: sessionId, project_id: projectId, machine } = session;
  const log = addressOf(COUNTERSIGN_ENDPOINTS.exportLog[1], {
    params: { project_id: projectId },
    query: { session_id: sessionId },
  });
  return (
    <header className="flex items-center gap-x-4 border-b border-line bg-sheet px-4 py-2.5">
      <div className="flex min-w-0 flex-1 items-start gap-2">
        <Link
          href="/sessions"
          aria-label={texts.back}
          title={texts.back}
          className="-ml-1.5 inline-flex size-8 shrink-0 items-center justify-center rounded-md text-soft hover:bg-wash hover:text-ink"
        >
          <Icon name="back" />
        </Link>
        <div className="min-w-0">
          <h1 className="line-clamp-2 text-large font-semibold [overflow-wrap:anywhere]">
            {makeVisible(session.title) || texts.untitled}
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 text-small text-soft">
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <Icon name="agent" className="size-3.5" />
              <span className="truncate">{makeVisible(session.agent_name)}</span>
            </span>
            {machine === null ? null : <span className="truncate">{texts.onMachine(makeVisible(machine))}</span>}
            <span aria-hidden="true">·</span>
            <Ago since={session.created_at} />
          </p>
        </div>
      </div>
      <div className="-mr-2 md:hidden">
        <Menu
          name={texts.actions}
          className="inline-flex size-9 items-center justify-center rounded-md text-soft hover:bg-wash hover:text-ink"
          trigger={<Icon name="more" className="size-6 text-ink" />}
        >
          <MenuItem onSelect={() => link.current?.click()}>{texts.export}</MenuItem>
          {session.banner === null ? (
            <MenuItem onSelect={() => setIsAsking(true)}>{texts.approveEverything}</MenuItem>
          ) : null}
        </Menu>
      </div>
      <div className="flex items-center gap-2 max-md:hidden">
        <a
          ref={link}
          href={log}
          download={`session-${sessionId}.jsonl`}
          title={texts.exportHint}
          className={buttonClass('quiet')}
        >
          <Icon name="download" />
          {texts.export}
        </a>
        {session.banner === null ? (
          <Button look="outline" onClick={() => setIsAsking(true)}>
            {texts.approveEverything}
          </Button>
        ) : null}
      </div>
      {isAsking ? <ApproveEverythingDialog session={session} onClose={() => setIsAsking(false)} /> : null}
    </header>
  );
}
