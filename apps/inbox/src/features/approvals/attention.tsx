import { makeVisible } from '@countersign/policy/make-visible';
import { useEffect, useRef } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useApprovals } from './approvals-provider.tsx';
import { drawFavicon } from './draw-favicon.ts';
import { playChime } from './play-chime.ts';
import { showNotification } from './show-notification.ts';

/** Many that arrive at once make one sound. */
const soundGapMs = 2_000;

/** Tells of what waits where the page is not looked at: title, icon, sound, notification; and to screen readers. */
export function Attention() {
  const { pending, arrived } = useApprovals();
  const { hasSound, hasNotifications } = usePreferences();
  const { inbox, design } = useTexts();
  const count = pending?.length ?? 0;
  const told = useRef<string | null>(null);
  const soundedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    document.title = count > 0 ? `(${count}) Countersign` : 'Countersign';
    drawFavicon(count);
  }, [count]);

  useEffect(() => {
    if (!arrived || told.current === arrived.approval_id) return;
    told.current = arrived.approval_id;
    if (hasSound && performance.now() - soundedAt.current >= soundGapMs) {
      soundedAt.current = performance.now();
      playChime();
    }
    if (!hasNotifications || document.hasFocus()) return;
    const asks = inbox.notification(makeVisible(arrived.agent.name));
    showNotification(
      count > 1 ? `${asks} (${inbox.waiting(count)})` : asks,
      arrived.display.title,
      `/a/${arrived.approval_id}`,
    );
  }, [arrived, count, hasSound, hasNotifications, inbox]);

  return (
    <p role="status" className="sr-only">
      {arrived
        ? inbox.announce(makeVisible(arrived.agent.name), arrived.display.title, design.risk[arrived.risk_level])
        : ''}
    </p>
  );
}
