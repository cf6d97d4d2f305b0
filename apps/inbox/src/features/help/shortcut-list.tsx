import { useTexts } from '../../texts/use-texts.ts';

/** Every key there is, in the order in which they are needed. */
const keys = ['j', 'k', '/', 'x', 'b', 'a', 's', 'e', 'r', 'Ctrl+Enter', 'Escape', '?'] as const;

export function ShortcutList() {
  const { help } = useTexts();
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
      {keys.map((key) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="rounded-sm border border-edge bg-wash px-1.5 py-0.5 font-mono text-small">{key}</kbd>
          </dt>
          <dd>{help.keys[key]}</dd>
        </div>
      ))}
    </dl>
  );
}
