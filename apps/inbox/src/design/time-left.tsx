import { usePreferences } from '../app/preferences.ts';
import { useNow } from '../app/use-now.ts';
import { useTexts } from '../texts/use-texts.ts';
import { classNames } from './class-names.ts';
import { dateTimeText } from './date-text.ts';
import { clockText } from './duration-text.ts';

/** Below this, time is short and said so. */
const shortSeconds = 30;

/** The countdown to a deadline. The server's clock decides; at zero the page waits for its word. */
export function TimeLeft({ deadline }: { readonly deadline: string | null }) {
  const now = useNow();
  const { design } = useTexts();
  if (deadline === null) return <span className="text-soft">{design.noDeadline}</span>;
  const seconds = Math.max(0, Math.round((Date.parse(deadline) - now) / 1000));
  const isShort = seconds <= shortSeconds;
  return (
    <span className={classNames('tabular-nums', isShort ? 'font-semibold text-high' : 'text-soft')}>
      {seconds === 0 ? design.timeIsUp : design.timeLeft(clockText(seconds))}
    </span>
  );
}

/** How long ago something was, in few letters. */
export function Ago({ since }: { readonly since: string }) {
  const now = useNow();
  const { design } = useTexts();
  const { language } = usePreferences();
  const seconds = Math.max(0, Math.round((now - Date.parse(since)) / 1000));
  return (
    <time dateTime={since} title={dateTimeText(since, language)} className="tabular-nums">
      {seconds < 5 ? design.justNow : design.ago(shortText(seconds, design.units))}
    </time>
  );
}

type Units = Readonly<Record<'second' | 'minute' | 'hour' | 'day', string>>;

function shortText(seconds: number, units: Units): string {
  if (seconds < 60) return `${seconds} ${units.second}`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} ${units.minute}`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} ${units.hour}`;
  return `${Math.floor(seconds / 86_400)} ${units.day}`;
}
