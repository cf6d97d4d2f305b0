import { makeVisible } from '@countersign/policy/make-visible';
import { useEffect, useRef } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { navigate } from '../../app/router.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { useApprovals } from './approvals-provider.tsx';
import { drawFavicon } from './draw-favicon.ts';
import { playChime } from './play-chime.ts';

/** Tells of what waits where the page is not looked at: title, icon, sound, notification; and to screen readers. */
export function Attention() {
  const { pending, arrived } = useApprovals();
  const { hasSound, hasNotifications } = usePreferences();
  const { inbox } = useTexts();
  const count = pending?.length ?? 0;
  const told = useRef<string | null>(null);

  useEffect(() => {
    document.title = count > 0 ? `(${count}) Countersign` : 'Countersign';
    drawFavicon(count);
  }, [count]);

  useEffect(() => {
    if (!arrived || told.current === arrived.approval_id) return;
    told.current = arrived.approval_id;
    if (hasSound) playChime();
    if (!hasNotifications || document.hasFocus() || !('Notification' in window)) return;
    const { approval_id: id, agent, display } = arrived;
    const shown = new Notification(inbox.notification(makeVisible(agent.name)), { body: display.title, tag: id });
    shown.onclick = () => {
      window.focus();
      navigate(`/a/${id}`);
      shown.close();
    };
  }, [arrived, hasSound, hasNotifications, inbox]);

  return (
    <p role="status" className="sr-only">
      {arrived ? inbox.announce(makeVisible(arrived.agent.name), arrived.display.title, arrived.risk_level) : ''}
    </p>
  );
}
