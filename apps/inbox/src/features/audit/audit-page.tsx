import { useMemo, useState } from 'react';
import { addressOf } from '../../app/api.ts';
import { useLocation, withSearch } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Page, Panel, TabLinks } from '../../design/page.tsx';
import { type LogFilter, parseLogFilter } from './log-filter.ts';
import { LogFilterBar } from './log-filter-bar.tsx';
import { LogList } from './log-list.tsx';
import { useAuditTexts } from './use-audit-texts.ts';
import { VerifyDialog } from './verify-dialog.tsx';

const scopes = { project: '/audit', server: '/audit?log=server' } as const;

/** S3: what happened, who did it, and whether all of it is still as it was written. */
export function AuditPage() {
  const texts = useAuditTexts();
  const { me } = useSession();
  const { search } = useLocation();
  const filter = useMemo(() => parseLogFilter(search, me.is_admin), [search, me]);
  const [isVerifying, setIsVerifying] = useState(false);
  return (
    <Page
      title={texts.title}
      text={texts.intro}
      actions={
        <>
          <ExportLink filter={filter} />
          {me.is_admin ? (
            <Button icon="audit" onClick={() => setIsVerifying(true)}>
              {texts.verify}
            </Button>
          ) : null}
        </>
      }
      tabs={
        me.is_admin ? (
          <TabLinks
            label={texts.views}
            tabs={(['project', 'server'] as const).map((scope) => ({
              href: scopes[scope],
              text: texts.scopes[scope],
            }))}
            current={scopes[filter.scope]}
          />
        ) : undefined
      }
    >
      {filter.scope === 'server' ? <p className="text-soft">{texts.serverHint}</p> : null}
      <Panel isFlush>
        <LogFilterBar filter={filter} />
        {/* Another filter is another list: what was opened in one is not open in the other. */}
        <LogList key={withSearch('', search)} filter={filter} />
      </Panel>
      {isVerifying ? <VerifyDialog onClose={() => setIsVerifying(false)} /> : null}
    </Page>
  );
}

/** A file, which the browser fetches by itself and keeps. */
function ExportLink({ filter: { scope, session } }: { readonly filter: LogFilter }) {
  const texts = useAuditTexts();
  const { projectId } = useSession();
  const address =
    scope === 'server'
      ? addressOf(COUNTERSIGN_ENDPOINTS.exportServerLog[1], {})
      : addressOf(COUNTERSIGN_ENDPOINTS.exportLog[1], {
          params: { project_id: projectId },
          query: session === null ? {} : { session_id: session },
        });
  return (
    <a href={address} download className={buttonClass('outline')}>
      <Icon name="download" />
      {session === null ? texts.export : texts.exportSession}
    </a>
  );
}
