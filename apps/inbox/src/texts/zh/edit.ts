import type { Texts } from '../texts.ts';

export const edit: Texts['edit'] = {
  title: '以其他参数批准',
  tab: { form: '表单', json: 'JSON' },
  notJson: '这还不是 JSON 对象。',
  approve: '批准修改后的调用',
  holdToApprove: '按住以批准修改',
  nothingChanged: '尚未修改',
  checking: '检查中…',
  judgedAgain: '重新评估：',
  refused: '无法这样运行：',
  changes: '更改',
  missing: '此项必填。',
  unknownArgument: '该工具没有此参数。',
  wrongType: (expected) => `应为：${expected}`,
  outOfRange: (min, max) => (min === null ? `最多 ${max}` : max === null ? `至少 ${min}` : `${min} 到 ${max}`),
};
