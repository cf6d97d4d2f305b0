export const edit = {
  title: 'Approve with other arguments',
  tab: { form: 'Form', json: 'JSON' },
  notJson: 'This is not a JSON object yet.',
  approve: 'Approve edited',
  holdToApprove: 'Hold to approve edited',
  nothingChanged: 'Nothing is changed yet',
  checking: 'Checking…',
  judgedAgain: 'Judged again:',
  refused: 'This cannot run:',
  changes: 'Changes',
  missing: 'This is needed.',
  unknownArgument: 'The tool knows no such argument.',
  wrongType: (expected: string) => `Expected: ${expected}`,
  outOfRange: (min: number | null, max: number | null) =>
    min === null ? `At most ${max}` : max === null ? `At least ${min}` : `From ${min} to ${max}`,
};
