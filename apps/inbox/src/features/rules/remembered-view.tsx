import type { CallOutput } from '@countersign/client';
import type { GrantView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveMessages } from '../../app/live.tsx';
import { projectKey } from '../../app/query-client.ts';
import { Link, navigate, useLocation } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { useNow } from '../../app/use-now.ts';
import { Answer } from '../../design/answer.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Cell, Panel, Row, Table, Tag } from '../../design/page.tsx';
import { Ago, TimeLeft } from '../../design/time-left.tsx';
import { SessionName } from '../approvals/session-name.tsx';
import { useRulesTexts } from './use-rules-texts.ts';

/** A2: what people had remembered, with what it let through. It can be taken back, or made a rule for everyone. */
export function RememberedView() {
  const texts = useRulesTexts();
  const { search } = useLocation();
  const hasEnded = search.get('ended') === 'true';
  const grants = useGrants(hasEnded);
  const [revoked, setRevoked] = useState<GrantView | null>(null);
  const data = grants.data?.pages.flatMap((page) => page.grants);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 text-soft">{texts.rememberedIntro}</p>
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={hasEnded}
            onChange={({ target }) =>
              navigate(target.checked ? '/rules/remembered?ended=true' : '/rules/remembered', { replace: true })
            }
          />
          {texts.alsoEnded}
        </label>
      </div>
      <Answer of={{ data, error: grants.error, refetch: () => grants.refetch() }}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="star" level={2} title={texts.nothingRemembered} text={texts.nothingRememberedText} />
          ) : (
            <GrantTable grants={list} onRevoke={setRevoked} />
          )
        }
      </Answer>
      {grants.hasNextPage ? (
        <Button
          className="justify-self-center"
          disabled={grants.isFetching}
          onClick={() => void grants.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
      {revoked ? <RevokeDialog grant={revoked} onClose={() => setRevoked(null)} /> : null}
    </div>
  );
}

function GrantTable({
  grants,
  onRevoke,
}: {
  readonly grants: readonly GrantView[];
  readonly onRevoke: (grant: GrantView) => void;
}) {
  const texts = useRulesTexts();
  return (
    <Panel isFlush>
      <Table
        label={texts.tab.remembered}
        columns={[
          { title: texts.column.remembered },
          { title: texts.column.ends },
          { title: texts.column.hits, isNumber: true },
          { title: texts.column.lastHit },
          { title: texts.column.actions, isHidden: true },
        ]}
      >
        {grants.map((grant) => (
          <GrantRow key={grant.grant_id} grant={grant} onRevoke={() => onRevoke(grant)} />
        ))}
      </Table>
    </Panel>
  );
}

function GrantRow({ grant, onRevoke }: { readonly grant: GrantView; readonly onRevoke: () => void }) {
  const texts = useRulesTexts();
  const now = useNow();
  const { approval_id: approvalId, expires_at: expiresAt, revoked_at: revokedAt, last_hit_at: lastHitAt } = grant;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <Row>
      <Cell className="w-full">
        <span className="exact font-sans font-medium">{makeVisible(grant.text)}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-small text-soft">
          <span>{texts.grantedBy(makeVisible(grant.owner.name))}</span>
          <Ago since={grant.created_at} />
          <span aria-hidden="true">·</span>
          <SessionName sessionId={grant.session_id} />
          {approvalId === null ? null : (
            <>
              <span aria-hidden="true">·</span>
              <Link href={`/a/${approvalId}`} className="underline underline-offset-2 hover:text-ink">
                {texts.fromApproval}
              </Link>
            </>
          )}
        </span>
        {grant.warning === null ? null : (
          <span className="block text-small text-high">{makeVisible(grant.warning)}</span>
        )}
      </Cell>
      <Cell name={texts.column.ends} className="whitespace-nowrap">
        {revokedAt !== null ? (
          <Tag>{texts.revoked}</Tag>
        ) : isExpired ? (
          <Tag>{texts.ended}</Tag>
        ) : expiresAt === null ? (
          <span className="text-soft">{texts.withSession}</span>
        ) : (
          <TimeLeft deadline={expiresAt} />
        )}
      </Cell>
      <Cell name={texts.column.hits} isNumber>
        {grant.hits}
      </Cell>
      <Cell name={texts.column.lastHit} className="whitespace-nowrap text-soft">
        {lastHitAt === null ? texts.never : <Ago since={lastHitAt} />}
      </Cell>
      <Cell>
        <span className="flex justify-end gap-1.5 max-md:mt-2">
          {approvalId === null ? null : (
            <Link
              href={`/rules/new?approval=${approvalId}&outcome=allow`}
              className={`${buttonClass('outline', 'small')} whitespace-nowrap`}
            >
              {texts.makeRule}
            </Link>
          )}
          {revokedAt === null && !isExpired ? (
            <Button
              look="danger"
              size="small"
              onClick={onRevoke}
              aria-label={texts.revokeNamed(makeVisible(grant.text))}
            >
              {texts.revoke}
            </Button>
          ) : null}
        </span>
      </Cell>
    </Row>
  );
}

function RevokeDialog({ grant, onClose }: { readonly grant: GrantView; readonly onClose: () => void }) {
  const texts = useRulesTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.call('revokeGrant', { params: { project_id: projectId, grant_id: grant.grant_id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: grantsKey(projectId) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.revokeTitle}
      confirm={texts.revoke}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p className="exact rounded-md border border-line bg-wash px-3 py-2 font-sans font-medium">
        {makeVisible(grant.text)}
      </p>
      <p className="text-soft">{texts.revokeText}</p>
    </ConfirmDialog>
  );
}

function grantsKey(projectId: string) {
  return [...projectKey(projectId), 'grants'] as const;
}

function useGrants(hasEnded: boolean) {
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  useLiveMessages(({ event }) => {
    if (event === 'grant.created' || event === 'grant.revoked')
      void queryClient.invalidateQueries({ queryKey: grantsKey(projectId) });
  });
  return useInfiniteQuery({
    queryKey: [...grantsKey(projectId), 'all', hasEnded],
    staleTime: 0,
    queryFn: ({ pageParam, signal }): Promise<CallOutput<'listGrants'>> => {
      const query = { include_ended: hasEnded, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return api.call('listGrants', { params: { project_id: projectId }, query }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
