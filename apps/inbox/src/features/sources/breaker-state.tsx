import type { SourceView } from '@countersign/contract';
import { Tag } from '../../design/page.tsx';
import { Ago } from '../../design/time-left.tsx';
import { useSourcesTexts } from './use-sources-texts.ts';

const tones = { closed: 'good', open: 'bad', half_open: 'warn' } as const;

/** U6: whether calls to a service are tried, and since when they are not. */
export function BreakerState({ source: { breaker } }: { readonly source: SourceView }) {
  const texts = useSourcesTexts();
  return (
    <span>
      <Tag tone={tones[breaker.state]}>{texts.breaker[breaker.state]}</Tag>{' '}
      {breaker.since === null || breaker.state === 'closed' ? null : (
        <span className="text-small text-soft">
          {texts.since} <Ago since={breaker.since} />
        </span>
      )}
      {breaker.failures > 0 ? (
        <span className="block text-small text-soft">{texts.failures(breaker.failures)}</span>
      ) : null}
    </span>
  );
}
