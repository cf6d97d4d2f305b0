import { CopyButton } from './copy-button.tsx';

/** A line to be run or sent, as it is, with a button that copies it. */
export function CodeBlock({ text }: { readonly text: string }) {
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-wash py-1.5 pr-1.5 pl-3">
      <code className="exact min-w-0 flex-1 py-1 text-small">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
