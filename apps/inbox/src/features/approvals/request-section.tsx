import type { DisplaySection } from '@countersign/contract';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { SectionBox } from './section-box.tsx';

type Field = Extract<DisplaySection, { kind: 'fields' }>['fields'][number];

/** What a service will be sent: the line of the request, then its headers, then its body, as they will leave. */
export function RequestSection({ fields }: { readonly fields: readonly Field[] }) {
  const { approval } = useTexts();
  const body = fields.find(({ label }) => label === 'body');
  const line = fields[0]?.text ?? '';
  const headers = fields.filter((field, index) => index > 0 && field !== body);
  const [method = '', ...address] = line.split(' ');
  return (
    <SectionBox title={approval.request}>
      <p className="exact px-3 py-2 text-base">
        <strong className="font-semibold">{method}</strong> {address.join(' ')}
      </p>
      {headers.length > 0 ? (
        <dl
          aria-label={approval.headers}
          className="grid grid-cols-[minmax(4rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-0.5 border-t border-line px-3 py-2 text-small"
        >
          {headers.map(({ label, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers of one request never change places.
            <div key={index} className="contents">
              <dt className="exact max-w-56 text-soft">{label.replace(/^header /, '')}</dt>
              <dd className="exact">{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {body ? (
        <div className="border-t border-line">
          <h4 className="px-3 pt-2 text-small text-soft">{approval.body}</h4>
          <ScrollBox label={approval.body} className="exact px-3 pb-2 text-small">
            {body.text}
          </ScrollBox>
        </div>
      ) : (
        <p className="border-t border-line px-3 py-2 text-small text-soft">{approval.noBody}</p>
      )}
    </SectionBox>
  );
}
