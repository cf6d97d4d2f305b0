import type { SessionView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useEffect } from 'react';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { TimeLeft } from '../../design/time-left.tsx';
import { useToast } from '../../design/toast.tsx';
import { useRevokeGrant } from './use-revoke-grant.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

type Banner = NonNullable<SessionView['banner']>;

/** A2: while everything is approved nobody can overlook it, and anybody can end it. */
export function SessionBanner({ sessionId, banner }: { readonly sessionId: string; readonly banner: Banner }) {
  const texts = useSessionsTexts();
  const say = useToast();
  const revoke = useRevokeGrant(sessionId);
  const { expires_at: expiresAt } = banner;
  const isOver = useNow() >= (expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt));
  const { lookAgain } = revoke;
  // Nothing is told when time runs out: the server is asked whether it has.
  useEffect(() => {
    if (isOver) lookAgain();
  }, [isOver, lookAgain]);
  return (
    <section
      aria-label={texts.everythingApproved}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-high bg-high-wash px-4 py-2 text-high"
    >
      <p className="flex min-w-0 flex-1 basis-72 gap-2 font-medium">
        <Icon name="warning" className="mt-1 size-4" />
        <span>{makeVisible(banner.text)}</span>
      </p>
      <TimeLeft deadline={expiresAt} />
      <Button
        look="danger"
        icon="stop"
        disabled={revoke.isPending}
        onClick={() =>
          revoke.mutate(banner.grant_id, {
            onSuccess: () => say(texts.ended),
            onError: (error) => say(error.message, 'problem'),
          })
        }
      >
        {texts.endNow}
      </Button>
    </section>
  );
}
