import type { Texts } from '../texts.ts';

export const design: Texts['design'] = {
  risk: { LOW: '低', MEDIUM: '中', HIGH: '高' },
  status: { pending: '等待中', approved: '已批准', rejected: '已拒绝', expired: '已过期', cancelled: '已撤回' },
  noDeadline: '无期限',
  timeIsUp: '时间已到',
  timeLeft: (clock) => `剩余 ${clock}`,
  units: { second: '秒', minute: '分钟', hour: '小时', day: '天' },
  justNow: '刚刚',
  ago: (time) => `${time} 前`,
  close: '关闭',
  loading: '正在加载…',
  notLoaded: '无法加载',
  tryAgain: '重试',
  copy: '复制',
  copied: '已复制',
  unified: '单列',
  sideBySide: '并排',
  unchangedLines: (count) => `${count} 行保持不变`,
  add: '新增',
  remove: '删除',
};
