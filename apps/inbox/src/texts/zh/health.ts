import type { health as english } from '../en/health.ts';
import type { Translated } from '../texts.ts';

export const health: Translated<typeof english> = {
  title: '健康',
  intro: '服务器各部分的状况。查看期间每隔几秒重新询问一次。',
  adminsOnly: '只有管理员能查看服务器的状况',
  adminsOnlyText: '如果运行缓慢或卡住，请联系管理员。页面顶部会显示您是否已连接。',
  overall: {
    ok: '一切正常',
    notice: (count) => `运行正常，有 ${count} 项需要留意`,
    trouble: (count) => `有 ${count} 个部分出现故障`,
  },
  overallText: {
    ok: '服务器的各部分都不需要处理。',
    notice: '没有故障。有空时请看下面标出的项目。',
    trouble: '请看下面标出的项目：其中说明了该怎么做。',
  },
  status: { ok: '正常', notice: '留意', trouble: '故障' },
  parts: '各部分',
  checks: {
    database: '数据库',
    log: '日志',
    disk: '磁盘',
    policy: '策略文件',
    access: '访问文件',
    approvals: '审批',
    runners: '执行端',
    runs: '运行',
    models: '模型',
    sources: '来源',
  },
  server: '服务器',
  version: '版本',
  node: 'Node.js',
  uptime: '已运行',
  since: '启动于',
  memory: '内存',
  database: '数据库',
  databases: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
  streams: '打开的事件流',
  streamsHint: '正在关注此处动态的页面、代理和执行端。',
  stale: '服务器刚才没有应答。这里显示的是之前的状况。',
};
