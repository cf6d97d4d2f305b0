import { navigate } from '../../app/router.tsx';

/** Each takes the place of the one before: a flood is one notification, which says how many wait. */
const tag = 'countersign';

/** A notification of the browser that leads to an address of the page. */
export function showNotification(title: string, body: string, path: string): void {
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      navigate(path);
      shown.close();
    };
  } catch {
    // Browsers of phones have none of this kind; title and icon of the tab still tell.
  }
}
