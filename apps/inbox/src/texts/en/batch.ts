export const batch = {
  title: (count: number) => `Decide ${count} calls`,
  approve: (count: number) => `Approve ${count}`,
  holdToApprove: (count: number) => `Hold to approve ${count}`,
  reject: (count: number) => `Reject ${count}`,
  cannotApprove: 'One of these cannot be shown in full, so they cannot be approved together.',
  result: (done: number, of: number) => `${done} of ${of} decided as you said`,
};
