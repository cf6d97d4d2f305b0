import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { classNames } from './class-names.ts';

type Toast = { readonly id: number; readonly text: string; readonly kind: 'plain' | 'problem' };
type Say = (text: string, kind?: Toast['kind']) => void;

const ToastContext = createContext<Say>(() => undefined);
const shownMs = 5_000;
const toastsMax = 3;

/** Short news at the edge of the page, told to screen readers as well. Nothing that matters is said only here. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const say = useCallback<Say>((text, kind = 'plain') => {
    const id = performance.now();
    setToasts((before) => [...before, { id, text, kind }].slice(-toastsMax));
    setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), shownMs);
  }, []);
  return (
    <ToastContext value={say}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 top-14 z-[60] flex flex-col items-center gap-2 px-4"
      >
        {toasts.map(({ id, text, kind }) => (
          <p
            key={id}
            className={classNames(
              'max-w-xl rounded-md border px-3 py-2 shadow-float',
              kind === 'problem' ? 'border-high bg-high-wash text-high' : 'border-line bg-raised',
            )}
          >
            {text}
          </p>
        ))}
      </div>
    </ToastContext>
  );
}

export function useToast(): Say {
  return useContext(ToastContext);
}
