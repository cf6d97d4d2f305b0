import type { Texts } from '../texts.ts';

export const batch: Texts['batch'] = {
  title: (count) => `决定 ${count} 个调用`,
  approve: (count) => `批准 ${count} 个`,
  holdToApprove: (count) => `按住以批准 ${count} 个`,
  reject: (count) => `拒绝 ${count} 个`,
  cannotApprove: '其中有一个无法完整显示，因此不能一起批准。',
  result: (done, of) => `${of} 个中有 ${done} 个已按您的意思决定`,
};
