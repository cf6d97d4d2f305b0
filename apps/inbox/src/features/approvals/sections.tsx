import type { DisplaySection } from '@countersign/contract';
import { classNames } from '../../design/class-names.ts';
import { DiffView } from '../../design/diff-view.tsx';
import { RiskBadge } from '../../design/risk-badge.tsx';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { VirtualLines } from '../../design/virtual-lines.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { RequestSection } from './request-section.tsx';
import { SectionBox } from './section-box.tsx';

type Of<Kind extends DisplaySection['kind']> = Extract<DisplaySection, { kind: Kind }>;

/** A8: what the call holds, in full. Every text becomes a text node, so that markup in it stays text. */
export function Sections({ sections }: { readonly sections: readonly DisplaySection[] }) {
  return (
    <div className="grid gap-3">
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections of one call never change places.
        <Section key={index} section={section} />
      ))}
    </div>
  );
}

function Section({ section }: { readonly section: DisplaySection }) {
  const { approval } = useTexts();
  switch (section.kind) {
    case 'argv':
      return <Argv section={section} />;
    case 'fields':
      return section.label === 'request' ? <RequestSection fields={section.fields} /> : <Fields section={section} />;
    case 'script':
      return <Script section={section} />;
    case 'diff':
      return (
        <SectionBox title={section.label} notes={section.notes}>
          <DiffView label={section.label} lines={section.lines} />
        </SectionBox>
      );
    default:
      return <p className="text-high">{approval.pageTooOld}</p>;
  }
}

/** Words as the program gets them; joined by blanks they read as a line. */
function Argv({ section: { label, words } }: { readonly section: Of<'argv'> }) {
  return (
    <SectionBox title={label}>
      {words.length > wordsAsOneMax ? (
        <VirtualLines label={label} count={words.length}>
          {(index) => (
            <p key={index} className="exact px-3">
              {words[index]}
            </p>
          )}
        </VirtualLines>
      ) : (
        <ScrollBox label={label} className="p-3">
          <ol className="exact flex flex-wrap gap-1.5 text-base">
            {words.map((word, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: words of one call never change places.
                key={index}
                className={classNames(
                  'max-w-full rounded-sm border border-line bg-sheet px-1.5',
                  index === 0 && 'font-semibold',
                )}
              >
                {word}
              </li>
            ))}
          </ol>
        </ScrollBox>
      )}
    </SectionBox>
  );
}

const wordsAsOneMax = 500;

function Fields({ section: { fields } }: { readonly section: Of<'fields'> }) {
  const { approval } = useTexts();
  if (fields.length > wordsAsOneMax)
    return (
      <SectionBox title={approval.arguments}>
        <VirtualLines label={approval.arguments} count={fields.length}>
          {(index) => (
            <p key={index} className="exact px-3">
              <span className="text-soft">{fields[index]!.label}</span> {fields[index]!.text}
            </p>
          )}
        </VirtualLines>
      </SectionBox>
    );
  return (
    <ScrollBox label={approval.arguments} className="rounded-md border border-line bg-wash px-3 py-2">
      <dl className="grid grid-cols-[minmax(4rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        {fields.map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fields of one call never change places.
          <div key={index} className="contents">
            <dt className="exact max-w-56 text-soft">{label}</dt>
            <dd className="exact">{text}</dd>
          </div>
        ))}
      </dl>
    </ScrollBox>
  );
}

/** The whole script, with what caused the question marked; then each thing it does. */
function Script({ section: { label, lines, parts, notes } }: { readonly section: Of<'script'> }) {
  const { approval } = useTexts();
  return (
    <SectionBox title={label} notes={notes}>
      <div className="py-1">
        <VirtualLines label={label} count={lines.length}>
          {(index) => {
            const { number, segments } = lines[index]!;
            const isMarked = segments.some(({ part }) => part !== null);
            return (
              <div key={index} className="grid grid-cols-[2.75rem_1.25rem_minmax(0,1fr)]">
                <span className="select-none pr-2 text-right font-mono text-soft">{number}</span>
                <span aria-hidden="true" className="select-none text-high">
                  {isMarked ? '▸' : ''}
                </span>
                <code className={classNames('exact pr-3', number === null && 'text-high')}>
                  {segments.map(({ text, part }, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: segments of one line never change places.
                    <Segment key={at} text={text} part={part === null ? null : parts[part]!} />
                  ))}
                </code>
              </div>
            );
          }}
        </VirtualLines>
      </div>
      {parts.length > 0 ? (
        <ol aria-label={approval.parts} className="grid gap-px border-t border-line bg-line">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one script never change places.
            <ScriptPart key={index} part={part} />
          ))}
        </ol>
      ) : null}
    </SectionBox>
  );
}

type PartOfScript = Of<'script'>['parts'][number];

function Segment({ text, part }: { readonly text: string; readonly part: PartOfScript | null }) {
  if (part === null) return text;
  const look = part.risk_level === 'HIGH' ? 'bg-high-wash border-high' : 'bg-medium-wash border-medium';
  return <mark className={classNames('border-b-2 text-ink', look)}>{text}</mark>;
}

function ScriptPart({ part }: { readonly part: PartOfScript }) {
  const { approval } = useTexts();
  const { program, command, risk_level: level, effects, reasons, line, marked: isMarked } = part;
  return (
    <li className={classNames('grid gap-0.5 px-3 py-1.5 text-small', isMarked ? 'bg-sheet' : 'bg-wash')}>
      <div className="flex items-start gap-2">
        <RiskBadge level={level} isSmall />
        <code className={classNames('exact min-w-0 flex-1', isMarked && 'font-semibold')}>
          {command ?? program ?? ''}
          {command === null ? <span className="font-sans text-soft"> {approval.masked}</span> : null}
        </code>
        {line === null ? null : <span className="text-soft">{approval.line(line)}</span>}
      </div>
      {isMarked && reasons.length > 0 ? <p>{reasons.join(' ')}</p> : null}
      {effects.map((effect) => (
        <p key={effect} className="exact text-soft">
          {effect}
        </p>
      ))}
      {isMarked ? null : <p className="text-soft">{reasons.join(' ')}</p>}
    </li>
  );
}
