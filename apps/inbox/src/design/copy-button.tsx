import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from './button.tsx';

const shownMs = 1_500;

/** Copies the text as it is, not as it is shown. */
export function CopyButton({ text }: { readonly text: string }) {
  const { design } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), shownMs);
  };
  return (
    <Button size="small" look="quiet" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? design.copied : design.copy}</span>
    </Button>
  );
}
