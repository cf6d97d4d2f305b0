import type { HealthView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import type { ReactNode } from 'react';
import { type Language, usePreferences } from '../../app/preferences.ts';
import { useNow } from '../../app/use-now.ts';
import { dateTimeText } from '../../design/date-text.ts';
import { Panel } from '../../design/page.tsx';
import { useHealthTexts } from './use-health-texts.ts';

export function ServerFacts({ health }: { readonly health: HealthView }) {
  const texts = useHealthTexts();
  const { language } = usePreferences();
  const now = useNow();
  const upSeconds = Math.max(0, Math.floor((now - Date.parse(health.started_at)) / 1000));
  return (
    <Panel title={texts.server}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3 xl:grid-cols-6">
        <Fact name={texts.version}>{makeVisible(health.version)}</Fact>
        <Fact name={texts.node}>{makeVisible(health.node_version)}</Fact>
        <Fact name={texts.database}>{texts.databases[health.database]}</Fact>
        <Fact name={texts.uptime} hint={`${texts.since} ${dateTimeText(health.started_at, language)}`}>
          {durationText(upSeconds, language)}
        </Fact>
        <Fact name={texts.memory}>{withUnit(Math.round(health.memory_bytes / 1024 ** 2), 'megabyte', language)}</Fact>
        <Fact name={texts.streams} hint={texts.streamsHint}>
          {health.streams.toLocaleString(language)}
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({
  name,
  hint,
  children,
}: {
  readonly name: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="caption">{name}</dt>
      <dd className="mt-0.5 text-large font-medium break-words tabular-nums">{children}</dd>
      {hint ? <dd className="text-small text-soft">{hint}</dd> : null}
    </div>
  );
}

/** The two largest units: more than that nobody reads. */
function durationText(seconds: number, language: Language): string {
  const units = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor((seconds % 86_400) / 3600)],
    ['minute', Math.floor((seconds % 3600) / 60)],
    ['second', seconds % 60],
  ] as const;
  const first = Math.max(
    0,
    units.findIndex(([, count]) => count > 0),
  );
  return units
    .slice(seconds === 0 ? -1 : first)
    .slice(0, 2)
    .filter(([, count], index) => index === 0 || count > 0)
    .map(([unit, count]) => withUnit(count, unit, language))
    .join(' ');
}

function withUnit(value: number, unit: string, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}
