import type { FiguresView } from '@countersign/contract';
import { useId } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { Disclosure } from '../../design/disclosure.tsx';
import { useFiguresTexts } from './use-figures-texts.ts';

/** What there is to know at a glance, each with what it means. */
export function FigureTiles({ figures }: { readonly figures: FiguresView }) {
  const texts = useFiguresTexts();
  const { language } = usePreferences();
  const number = (value: number, digits = 0): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits, useGrouping: 'min2' }).format(value);
  const share = (part: number, of: number): string =>
    new Intl.NumberFormat(language, { style: 'percent' }).format(of === 0 ? 0 : part / of);
  const { asked, approved, rejected, expired, waiting, withdrawn, hasty, unasked, busiest } = figures;
  const decided = approved + rejected;
  const passed = unasked.allowed_by_rule + unasked.allowed_by_grant;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-5 [&>:last-child]:max-lg:col-span-2">
      <Tile
        name={texts.perHour}
        value={number(figures.per_hour, 1)}
        text={
          busiest === null ? texts.askedInAll(asked) : texts.busiest(busiest.asked, hourText(busiest.from, language))
        }
      />
      <Tile
        name={texts.approvedShare}
        value={decided === 0 ? '–' : share(approved, decided)}
        text={texts.ofDecided(approved, rejected, expired, waiting + withdrawn)}
      />
      <Tile
        name={texts.timeToDecide}
        value={figures.median_seconds === null ? '–' : texts.seconds(figures.median_seconds)}
        text={texts.timeToDecideText}
      />
      <Tile
        name={texts.hasty}
        value={number(hasty)}
        text={texts.hastyText(approved)}
        explanation={{ title: texts.howCounted, text: texts.hastyCounted(figures.reading_characters_per_second) }}
      />
      <Tile
        name={texts.unasked}
        value={number(passed)}
        text={texts.unaskedText(unasked.allowed_by_rule, unasked.allowed_by_grant, unasked.denied)}
      />
    </div>
  );
}

function Tile({
  name,
  value,
  text,
  explanation,
}: {
  readonly name: string;
  readonly value: string;
  readonly text: string;
  readonly explanation?: { readonly title: string; readonly text: string };
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-1 rounded-lg border border-line bg-sheet px-4 py-3">
      <h2 id={id} className="text-small text-soft">
        {name}
      </h2>
      <p className="text-[1.75rem] leading-9 font-semibold tracking-tight tabular-nums">{value}</p>
      <p className="text-small text-soft">{text}</p>
      {explanation ? (
        <Disclosure title={explanation.title}>
          <p className="mt-1 text-small text-soft">{explanation.text}</p>
        </Disclosure>
      ) : null}
    </section>
  );
}

function hourText(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(
    new Date(time),
  );
}
