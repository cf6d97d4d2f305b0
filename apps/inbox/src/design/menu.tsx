import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

const itemClass =
  'flex min-h-9 cursor-default items-center gap-2 rounded-md px-2.5 py-1 outline-none data-highlighted:bg-accent-wash';

export function Menu({
  name,
  className,
  trigger,
  children,
}: {
  readonly name: string;
  readonly className: string;
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger title={name} className={className}>
        {trigger}
        <span className="sr-only">{name}</span>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className="z-50 outline-none">
          <Base.Popup className="max-h-[80vh] min-w-56 overflow-auto rounded-lg border border-line bg-raised p-1.5 shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ onSelect, children }: { readonly onSelect: () => void; readonly children: ReactNode }) {
  return (
    <Base.Item className={itemClass} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}

export function MenuCheck({
  isOn,
  onChange,
  children,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <Base.CheckboxItem className={itemClass} checked={isOn} onCheckedChange={onChange} closeOnClick={false}>
      <span className="flex size-4 items-center justify-center rounded-sm border border-edge">
        <Base.CheckboxItemIndicator>
          <Icon name="check" className="size-3" />
        </Base.CheckboxItemIndicator>
      </span>
      {children}
    </Base.CheckboxItem>
  );
}

/** One of several. */
export function MenuChoice<Value extends string>({
  title,
  value,
  options,
  onChange,
}: {
  readonly title: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <Base.Group className="mt-1 border-t border-line pt-1 first:mt-0 first:border-0 first:pt-0">
      <Base.GroupLabel className="caption px-2.5 py-1.5">{title}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChange(chosen)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={itemClass} closeOnClick={false}>
            <span className="flex size-4 items-center justify-center">
              <Base.RadioItemIndicator>
                <Icon name="check" className="size-4 text-accent" />
              </Base.RadioItemIndicator>
            </span>
            {option.text}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
