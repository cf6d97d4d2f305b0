type Kind = 'retry_scheduled' | 'limit_reached' | 'circuit_opened' | 'circuit_closed' | 'no_progress';
type Data = Readonly<Record<string, unknown>>;

/** W4: what control did, in a sentence for people. */
export function noticeText(kind: Kind, data: Data): string {
  if (typeof data.text === 'string') return data.text;
  switch (kind) {
    case 'retry_scheduled':
      return `The model is asked again${pause(data)}${because(data)}.`;
    case 'limit_reached':
      return `The limit ${String(data.limit ?? 'of the run')} is reached${figures(data)}.`;
    case 'circuit_opened':
      return `The provider is left alone for a while${because(data)}.`;
    case 'circuit_closed':
      return 'The provider answers again.';
    case 'no_progress':
      return `The run gets nowhere: it does the same again and again${figures(data)}.`;
  }
}

function pause({ retry_in_ms: ms }: Data): string {
  return typeof ms === 'number' ? ` in ${(ms / 1000).toFixed(1)} s` : '';
}

function because({ error_class: errorClass, error }: Data): string {
  const why = [errorClass, error].filter((part) => typeof part === 'string');
  return why.length === 0 ? '' : `: ${why.join(', ').replace(/[.\s]+$/, '')}`;
}

function figures({ figure, threshold }: Data): string {
  return typeof figure === 'number' && typeof threshold === 'number' ? ` (${figure} of ${threshold})` : '';
}
