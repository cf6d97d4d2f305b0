import { makeVisible } from '@countersign/policy/make-visible';
import { CopyButton } from '../../design/copy-button.tsx';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { JsonBlock } from './json-block.tsx';

/** Arguments by name: texts as they are, line by line, everything else as JSON. What is copied is the JSON of all. */
export function ArgumentsBlock({ label, value }: { readonly label: string; readonly value: unknown }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return <JsonBlock label={label} value={value} />;
  return (
    <div className="relative rounded-md border border-line bg-wash">
      <div className="absolute top-1 right-1 z-10 rounded-md bg-wash">
        <CopyButton text={JSON.stringify(value, null, 2)} />
      </div>
      <ScrollBox label={label} className="px-3 py-2 sm:pr-20">
        <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[minmax(3rem,max-content)_minmax(0,1fr)]">
          {Object.entries(value).map(([name, each]) => (
            <div key={name} className="contents">
              <dt className="exact text-soft max-sm:pr-20 sm:max-w-40">{makeVisible(name)}</dt>
              <dd className="exact">{makeVisible(typeof each === 'string' ? each : JSON.stringify(each))}</dd>
            </div>
          ))}
        </dl>
      </ScrollBox>
    </div>
  );
}
