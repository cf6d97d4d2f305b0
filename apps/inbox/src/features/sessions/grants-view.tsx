import type { GrantView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '../../app/router.tsx';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loading, Tag } from '../../design/page.tsx';
import { Ago, TimeLeft } from '../../design/time-left.tsx';
import { useRevokeGrant } from './use-revoke-grant.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

/** What was allowed in this session for more than one call: in whose name, how often it was used, until when. */
export function GrantsView({ grants }: { readonly grants: UseQueryResult<readonly GrantView[]> }) {
  const texts = useSessionsTexts();
  const now = useNow();
  const [asked, setAsked] = useState<GrantView | null>(null);
  if (!grants.data)
    return grants.error ? (
      <EmptyState level={2} icon="warning" title={texts.notLoaded} text={grants.error.message} />
    ) : (
      <Loading text={texts.loading} />
    );
  const isOver = ({ revoked_at: revokedAt, expires_at: expiresAt }: GrantView): boolean =>
    revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= now);
  const inForce = grants.data.filter((grant) => !isOver(grant));
  const over = grants.data.filter(isOver);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {inForce.length === 0 ? (
        <EmptyState level={2} icon="rules" title={texts.noGrants} text={texts.noGrantsText} />
      ) : (
        <section aria-label={texts.grantsTitle} className="grid gap-3 p-4">
          <p className="text-small text-soft">{texts.grantsText}</p>
          <ul className="grid gap-2">
            {inForce.map((grant) => (
              <GrantItem key={grant.grant_id} grant={grant} onRevoke={() => setAsked(grant)} />
            ))}
          </ul>
        </section>
      )}
      {over.length === 0 ? null : (
        <details className="px-4 pb-4">
          <summary className="min-h-8 cursor-pointer py-1 text-soft">{texts.endedGrants(over.length)}</summary>
          <ul className="mt-2 grid gap-2">
            {over.map((grant) => (
              <GrantItem key={grant.grant_id} grant={grant} />
            ))}
          </ul>
        </details>
      )}
      {asked ? <RevokeDialog grant={asked} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}

function GrantItem({ grant, onRevoke }: { readonly grant: GrantView; readonly onRevoke?: () => void }) {
  const texts = useSessionsTexts();
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-sheet px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <p className="exact min-w-0 flex-1 basis-56 font-sans font-medium">{grant.text}</p>
        {onRevoke ? (
          <Button size="small" look="danger" onClick={onRevoke}>
            {texts.revoke}
          </Button>
        ) : (
          <Tag>{grant.revoked_at === null ? texts.expired : texts.revoked}</Tag>
        )}
      </div>
      {grant.warning === null || !onRevoke ? null : (
        <p className="flex gap-2 text-small text-high">
          <Icon name="warning" className="mt-0.5 size-4" />
          {grant.warning}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-small text-soft">
        <span>{texts.grantedBy(makeVisible(grant.owner.name))}</span>
        <Ago since={grant.created_at} />
        <span>{texts.hits(grant.hits)}</span>
        {onRevoke ? (
          grant.expires_at === null ? (
            <span>{texts.untilEnd}</span>
          ) : (
            <TimeLeft deadline={grant.expires_at} />
          )
        ) : null}
        {grant.approval_id === null ? null : (
          <Link href={`/a/${grant.approval_id}?shown=decided`} className="text-accent underline underline-offset-2">
            {texts.approvalLink}
          </Link>
        )}
      </p>
    </li>
  );
}

function RevokeDialog({ grant, onClose }: { readonly grant: GrantView; readonly onClose: () => void }) {
  const texts = useSessionsTexts();
  const revoke = useRevokeGrant(grant.session_id);
  return (
    <ConfirmDialog
      title={texts.revokeTitle}
      confirm={texts.revokeConfirm}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(grant.grant_id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="exact font-sans font-medium">{grant.text}</p>
      <p className="text-soft">{texts.revokeText}</p>
    </ConfirmDialog>
  );
}
