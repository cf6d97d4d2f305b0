import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { classNames } from '../design/class-names.ts';
import { Icon } from '../design/icon.tsx';
import { useToast } from '../design/toast.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useShortcuts } from './keyboard.tsx';
import { useConnection } from './live.tsx';
import { PhoneNavigation, SideNavigation } from './navigation.tsx';
import { PreferencesMenu } from './preferences-menu.tsx';
import { Link } from './router.tsx';
import { useSession } from './session.tsx';

const HelpDialog = lazy(() =>
  import('../features/help/help-dialog.tsx').then(({ HelpDialog }) => ({ default: HelpDialog })),
);

/** What is around every page: where one is, who one is, and whether what is shown is up to date. */
export function Shell({ onSignOut, children }: { readonly onSignOut: () => void; readonly children: ReactNode }) {
  const { shell } = useTexts();
  const { projects, projectId, chooseProject } = useSession();
  const [hasHelp, setHasHelp] = useState(false);
  useShortcuts({ '?': () => setHasHelp(true) });
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-on-accent"
      >
        {shell.skip}
      </a>
      <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-raised px-2 md:px-3">
        <PhoneNavigation />
        <Link href="/" className="flex items-center gap-2 rounded-md px-1.5 py-1 font-semibold tracking-tight">
          <Mark />
          <span className="max-sm:sr-only">Countersign</span>
        </Link>
        {projects.length > 1 ? (
          <label className="ml-2 flex min-w-0 items-center gap-2 text-soft">
            <span className="max-md:sr-only">{shell.project}</span>
            <select
              className="max-w-40 min-w-0 rounded-md border border-line bg-sheet px-2 py-1 text-ink"
              value={projectId}
              onChange={({ target }) => chooseProject(target.value)}
            >
              {projects.map(({ project_id: id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        <span className="flex-1" />
        <ConnectionSign />
        <IconButton icon="keyboard" name={shell.help} className="max-md:hidden" onClick={() => setHasHelp(true)} />
        <PreferencesMenu onHelp={() => setHasHelp(true)} onSignOut={onSignOut} />
      </header>
      <LostBanner />
      <div className="flex min-h-0 flex-1">
        <SideNavigation />
        <main id="content" className="min-h-0 min-w-0 flex-1">
          {children}
        </main>
      </div>
      {hasHelp ? (
        <Suspense fallback={null}>
          <HelpDialog onClose={() => setHasHelp(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 text-accent">
      <path
        d="M5 20c4.5-11 7.5-11.500 7.500-5.500s3.500 4.500 6 0l5.500-9.500"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M5 27h22" stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity=".55" />
    </svg>
  );
}

function ConnectionSign() {
  const { shell } = useTexts();
  const connection = useConnection();
  return (
    <span className="inline-flex items-center gap-1.5 px-2 text-small text-soft">
      <span
        aria-hidden="true"
        className={classNames(
          'size-2 rounded-full',
          connection === 'live' ? 'bg-low' : 'border-2 border-medium bg-transparent',
        )}
      />
      {shell.connection[connection]}
    </span>
  );
}

/** What is on the screen may be old: it says so, and says when that is over. */
function LostBanner() {
  const { shell } = useTexts();
  const connection = useConnection();
  const say = useToast();
  const wasLost = useRef(false);
  useEffect(() => {
    if (connection === 'live' && wasLost.current) say(shell.backAgain);
    wasLost.current = connection === 'lost';
  }, [connection, say, shell]);
  if (connection !== 'lost') return null;
  return (
    <p role="alert" className="flex items-center gap-2 bg-medium-wash px-4 py-2 text-medium">
      <Icon name="warning" />
      {shell.lost}
    </p>
  );
}
