import { Input } from './field.tsx';
import { Icon } from './icon.tsx';

/** A box that narrows down what is listed below it, while it is typed in. */
export function SearchInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <div className="relative min-w-0 flex-1 basis-56 md:max-w-sm">
      <Icon name="search" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-soft" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="pl-8"
      />
    </div>
  );
}
