import { command } from '../../command.ts';
import { serverAddress } from '../../connection/server-address.ts';

export const createCode = command({
  summary: 'Make a code with which a runner on another machine can join, once',
  details:
    "The code also tells the runner which key is the server's, so that nobody between the two can give it orders.",
  examples: [['runner code', 'use it within a few minutes, on the machine that is to run calls']],
  async run({ client, projectId, print, config, terminal }) {
    const made = await client().call('createPairingCode', { params: { project_id: await projectId() } });
    const { url } = serverAddress(config().config, terminal);
    const line = `countersign runner --server ${new URL(url).origin} --root FOLDER --pair ${made.code}`;
    const minutes = Math.round(made.expires_in_seconds / 60);
    print(
      { ...made, command: line },
      () => `${made.code}\n\nWorks once, for ${minutes} minutes. On the other machine:\n\n  ${line}\n`,
    );
  },
});
