import { setPreferences } from './preferences.ts';

/** Switches notifications on or off. They are on only where the browser allows them, which it may ask the person. */
export async function askToNotify(isWanted: boolean): Promise<void> {
  const isAllowed = isWanted && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
  setPreferences({ hasNotifications: isAllowed });
}
