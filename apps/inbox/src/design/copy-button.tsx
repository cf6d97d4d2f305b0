import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './button.tsx';

const shownMs = 1_500;

/** Copies the text as it is, not as it is shown. */
export function CopyButton({ text }: { readonly text: string }) {
  const { design } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return;
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), shownMs);
  };
  return (
    <Button size="small" look="quiet" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? design.copied : design.copy}</span>
    </Button>
  );
}

/** A page that came over plain HTTP from another machine has no clipboard; selecting and copying works there too. */
async function copyText(text: string): Promise<boolean> {
  if ('clipboard' in navigator)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}
