import { makeVisible } from '@countersign/policy/make-visible';
import { CopyButton } from '../../design/copy-button.tsx';
import { VirtualLines } from '../../design/virtual-lines.tsx';

/** Any value as JSON, with nothing hidden in it; what is copied is the JSON itself. */
export function JsonBlock({ label, value }: { readonly label: string; readonly value: unknown }) {
  const json = JSON.stringify(value, null, 2) ?? 'null';
  const lines = json.split('\n');
  return (
    <div className="relative overflow-hidden rounded-md border border-line bg-wash">
      <div className="absolute top-1 right-1 z-10 rounded-md bg-wash">
        <CopyButton text={json} />
      </div>
      <div className="py-1.5">
        <VirtualLines label={label} count={lines.length}>
          {(index) => (
            <p key={index} className="exact px-3 pr-20">
              {makeVisible(lines[index]!)}
            </p>
          )}
        </VirtualLines>
      </div>
    </div>
  );
}
