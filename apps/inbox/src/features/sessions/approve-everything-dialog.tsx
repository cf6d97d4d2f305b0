import type { SessionView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Dialog } from '../../design/dialog.tsx';
import { HoldButton } from '../../design/hold-button.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { grantsKey, sessionKey } from './session-queries.ts';
import { useSessionsTexts } from './use-sessions-texts.ts';

const expiries = [900, 3600, 28_800] as const;

/** A2: says what it means before it can be done, and for how long; it takes a held press. */
export function ApproveEverythingDialog({
  session,
  onClose,
}: {
  readonly session: SessionView;
  readonly onClose: () => void;
}) {
  const texts = useSessionsTexts();
  const { design } = useTexts();
  const { api, projectId } = useSession();
  const queryClient = useQueryClient();
  const [seconds, setSeconds] = useState<(typeof expiries)[number]>(expiries[0]);
  const { session_id: sessionId } = session;
  const approve = useMutation({
    mutationFn: () =>
      api.call('grantEverything', {
        params: { project_id: projectId, session_id: sessionId },
        body: { scope: 'session', expires_in_seconds: seconds },
      }),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: grantsKey(projectId, sessionId) });
      await queryClient.invalidateQueries({ queryKey: sessionKey(projectId, sessionId) });
      onClose();
    },
  });
  const footer = (
    <>
      <HoldButton icon="warning" isDisabled={approve.isPending} onHeld={() => approve.mutate()}>
        {texts.holdToApproveEverything}
      </HoldButton>
      <Button look="quiet" size="large" onClick={onClose}>
        {design.close}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.approveEverythingTitle} footer={footer} onClose={onClose}>
      <div className="grid gap-4">
        <p className="font-medium [overflow-wrap:anywhere]">
          {makeVisible(session.title) || texts.untitled}
          <span className="block text-small font-normal text-soft">
            {texts.ofAgent}: {makeVisible(session.agent_name)}
          </span>
        </p>
        <div className="grid gap-2 rounded-md bg-high-wash px-3 py-2.5 text-high">
          <p className="font-medium">{texts.approveEverythingText[0]}</p>
        </div>
        <ul className="grid list-disc gap-1 pl-5 text-soft">
          {texts.approveEverythingText.slice(1).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">{texts.forHowLong}</legend>
          <div className="grid gap-2 sm:grid-cols-3">
            {expiries.map((each) => (
              <label
                key={each}
                className={classNames(
                  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md border px-3',
                  seconds === each ? 'border-accent bg-accent-wash' : 'border-line hover:bg-wash',
                )}
              >
                <input
                  type="radio"
                  name="expiry"
                  className="accent-accent"
                  checked={seconds === each}
                  onChange={() => setSeconds(each)}
                />
                {texts.expiry[each]}
              </label>
            ))}
          </div>
        </fieldset>
        {approve.error ? (
          <p role="alert" className="rounded-md bg-high-wash px-3 py-2 text-high">
            {approve.error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
