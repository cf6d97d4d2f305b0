import type { ImportView } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { useSourcesTexts } from './use-sources-texts.ts';

/** What an import wants to be noticed, and what it left out and why. The texts are the server's and the document's. */
export function ImportFindings({ found }: { readonly found: ImportView }) {
  const texts = useSourcesTexts();
  return (
    <>
      {found.warnings.length === 0 ? null : (
        <section className="rounded-md bg-medium-wash px-4 py-3 text-medium">
          <h3 className="font-semibold">{texts.warnings}</h3>
          <ul className="list-disc pl-5">
            {found.warnings.map((warning) => (
              <li key={warning} className="exact font-sans">
                {makeVisible(warning)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {found.left_out.length === 0 ? null : (
        <details className="rounded-md border border-line px-4 py-2">
          <summary className="min-h-6 cursor-pointer font-medium">{texts.leftOut(found.left_out.length)}</summary>
          <ul className="mt-1 grid gap-1">
            {found.left_out.map(({ operation, reason }) => (
              <li key={operation}>
                <span className="exact text-small">{makeVisible(operation)}</span>{' '}
                <span className="exact font-sans text-soft">{makeVisible(reason)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
