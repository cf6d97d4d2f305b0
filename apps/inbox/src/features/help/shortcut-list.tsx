import { pageList } from '../../app/page-list.ts';
import { useTexts } from '../../texts/use-texts.ts';

/** Every key there is, in the order in which they are needed. */
const keys = ['j', 'k', '/', 'x', 'b', 'a', 's', 'e', 'r', 'Ctrl+Enter', 'Escape', '?'] as const;

export function ShortcutList() {
  const { help, shell } = useTexts();
  const pages = pageList.map(({ name, letter }) => [`g ${letter}`, shell.pages[name]] as const);
  return (
    <>
      <KeyList of={keys.map((key) => [key, help.keys[key]])} />
      <h3 className="caption">{help.pages}</h3>
      <div className="sm:columns-2">
        <KeyList of={pages} />
      </div>
    </>
  );
}

function KeyList({ of: list }: { readonly of: readonly (readonly [keys: string, does: string])[] }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
      {list.map(([key, does]) => (
        <div key={key} className="contents">
          <dt>
            {key.split(' ').map((one) => (
              <kbd
                key={one}
                className="mr-1 rounded-sm border border-edge bg-wash px-1.5 py-0.5 font-mono text-small last:mr-0"
              >
                {one}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
