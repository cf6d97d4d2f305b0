import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const looks = {
  primary: 'bg-accent text-on-accent border-accent hover:brightness-110',
  danger: 'text-high border-high/60 bg-sheet hover:bg-high-wash',
  outline: 'text-ink border-edge bg-sheet hover:bg-wash',
  quiet: 'text-ink border-transparent hover:bg-wash',
} as const;

export type ButtonLook = keyof typeof looks;

type Props = ComponentProps<'button'> & {
  readonly look?: ButtonLook;
  readonly size?: 'small' | 'normal' | 'large';
  readonly icon?: IconName | undefined;
  readonly keyHint?: string | undefined;
};

export function Button({ look = 'outline', size = 'normal', icon, keyHint, className, children, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={classNames(buttonClass(look, size), className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
      {keyHint ? <Key of={keyHint} /> : null}
    </button>
  );
}

export function buttonClass(look: ButtonLook, size: 'small' | 'normal' | 'large' = 'normal'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md border font-medium select-none transition-[filter,background-color]',
    'disabled:opacity-55 disabled:hover:brightness-100 aria-disabled:opacity-55',
    size === 'small' && 'min-h-7 px-2 text-small',
    size === 'normal' && 'min-h-9 px-3',
    size === 'large' && 'min-h-11 px-4 text-base',
    looks[look],
  );
}

/** The key that leads to a button; for eyes only, as the help sheet says it too. */
export function Key({ of: key }: { readonly of: string }) {
  return (
    <span aria-hidden="true" className="hidden md:inline-flex">
      <kbd className="rounded-sm border border-current/35 px-1 font-mono text-tiny leading-4 opacity-80">{key}</kbd>
    </span>
  );
}

/** A button that shows an icon only; its name is told and shown on hover. */
export function IconButton({
  icon,
  name,
  ...rest
}: ComponentProps<'button'> & { readonly icon: IconName; readonly name: string }) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      {...rest}
      className={classNames(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-soft hover:bg-wash hover:text-ink',
        rest.className,
      )}
    >
      <Icon name={icon} className="size-[1.125rem]" />
    </button>
  );
}
