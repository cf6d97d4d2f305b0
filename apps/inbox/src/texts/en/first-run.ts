export const firstRun = {
  title: 'Agents ask. You countersign.',
  intro:
    'When an agent wants to run a command, change a file or call a service, and the rules do not already allow it, the call waits here until a person has seen exactly what it is.',
  tryTitle: 'Try it now',
  tryText: 'A demo agent works in this folder for a minute and asks you once or twice. It needs no key and no model.',
  startDemo: 'Start the demo run',
  demoStarted: 'The demo is running',
  demoWaits: 'Its first question appears here in a moment.',
  demoFailed: 'The demo could not be started.',
  demoTask: 'Show me what you can do here.',
  demoTitle: 'Demo',
  connectTitle: 'Connect an agent',
  connectToken: 'Give it a credential of its own:',
  connectAsk: 'Everything it wants to do, it asks for:',
  decideTitle: 'Decide here, or anywhere',
  decideText:
    'Approve once, approve a whole class for a session, change the arguments, or say no and why. In a terminal, “countersign approvals watch” does the same.',
  apiLink: 'The whole interface',
};
