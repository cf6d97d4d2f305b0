import { makeVisible } from '@countersign/policy/make-visible';
import { Field, Input, inputClass } from '../../design/field.tsx';
import { useApprovals } from '../approvals/approvals-provider.tsx';
import { useRecentApprovals } from '../approvals/recent-approvals.ts';
import { useRulesTexts } from './use-rules-texts.ts';

const offeredMax = 50;
const describedLength = 70;

/** A call that was made: one of those that people were asked about lately, or any by its id. */
export function RecordedCall({
  callId,
  onChange,
}: {
  readonly callId: string;
  readonly onChange: (callId: string) => void;
}) {
  const texts = useRulesTexts();
  const { pending = [] } = useApprovals();
  const { data: recent = [] } = useRecentApprovals();
  const offered = [...pending, ...recent].slice(0, offeredMax);
  return (
    <div className="grid gap-3">
      <Field label={texts.recentCall}>
        {(wiring) => (
          <select
            {...wiring}
            className={inputClass}
            value={offered.some(({ tool_id }) => tool_id === callId) ? callId : ''}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">–</option>
            {offered.map(({ tool_id: id, display }) => (
              <option key={id} value={id}>
                {shortened(makeVisible(display.title))}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.callId} hint={texts.callIdHint}>
        {(wiring) => (
          <Input
            {...wiring}
            className="exact text-small"
            value={callId}
            onChange={({ target }) => onChange(target.value.trim())}
          />
        )}
      </Field>
    </div>
  );
}

function shortened(text: string): string {
  return text.length > describedLength ? `${text.slice(0, describedLength)}…` : text;
}
