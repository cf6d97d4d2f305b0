import type { Texts } from '../texts.ts';

export const firstRun: Texts['firstRun'] = {
  title: '代理请求，您来会签。',
  intro: '当代理想运行命令、修改文件或调用服务，而规则尚未允许时，该调用会在这里等待，直到有人确切看到它是什么。',
  tryTitle: '现在试试',
  tryText: '演示代理会在此文件夹中工作一分钟，并询问您一两次。不需要密钥，也不需要模型。',
  startDemo: '开始演示',
  demoStarted: '演示正在运行',
  demoWaits: '它的第一个问题马上出现在这里。',
  demoFailed: '无法启动演示。',
  demoTask: '展示一下你在这里能做什么。',
  demoTitle: '演示',
  connectTitle: '连接代理',
  connectToken: '给它自己的凭据：',
  connectAsk: '它想做的一切都要先请求：',
  decideTitle: '在这里或任何地方决定',
  decideText:
    '批准一次、在会话中批准一类、修改参数，或拒绝并说明原因。在终端中，“countersign approvals watch” 也能做到。',
  apiLink: '完整接口',
};
