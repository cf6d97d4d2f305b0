import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { buttonClass, Key } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const holdMs = 1_200;

/**
 * Does what it says only after it was held for a while, by a finger, a mouse or a key. Letting go, leaving it or
 * switching to another window calls it off.
 */
export function HoldButton({
  icon,
  keyHint,
  isDisabled,
  onHeld,
  describedBy,
  buttonRef,
  children,
}: {
  readonly icon: IconName;
  readonly keyHint?: string;
  readonly isDisabled: boolean;
  readonly onHeld: () => void;
  readonly describedBy?: string;
  readonly buttonRef?: { current: HTMLButtonElement | null };
  readonly children: string;
}) {
  const [isHeld, setIsHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const letGo = (): void => {
    clearTimeout(timer.current);
    setIsHeld(false);
  };
  const hold = (): void => {
    if (isDisabled) return;
    clearTimeout(timer.current);
    setIsHeld(true);
    timer.current = setTimeout(() => {
      setIsHeld(false);
      onHeld();
    }, holdMs);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) hold();
  };
  useEffect(() => {
    const callOff = (): void => {
      clearTimeout(timer.current);
      setIsHeld(false);
    };
    window.addEventListener('blur', callOff);
    return () => {
      window.removeEventListener('blur', callOff);
      clearTimeout(timer.current);
    };
  }, []);
  return (
    <button
      type="button"
      ref={buttonRef ?? null}
      aria-disabled={isDisabled}
      aria-describedby={describedBy}
      onPointerDown={(event) => event.button === 0 && hold()}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onKeyUp={letGo}
      onBlur={letGo}
      className={classNames(
        buttonClass('primary', 'large'),
        'relative touch-none overflow-hidden border-high bg-high text-on-high',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'absolute inset-0 origin-left bg-black/30 ease-linear',
          isHeld ? 'scale-x-100 transition-transform duration-[1200ms]' : 'scale-x-0',
        )}
      />
      <span className="relative inline-flex items-center gap-2">
        <Icon name={icon} />
        {children}
        {keyHint ? <Key of={keyHint} /> : null}
      </span>
    </button>
  );
}
