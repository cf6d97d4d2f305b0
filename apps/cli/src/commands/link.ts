import { command } from '../command.ts';

export const link = command({
  summary: 'Make a link that signs a browser in, once',
  examples: [['link', 'open it in a browser within ten minutes']],
  async run({ client, print }) {
    const made = await client().call('createLink', {});
    const minutes = Math.round(made.expires_in_seconds / 60);
    print(made, () => `${made.link}\nSigns you in; works once, for ${minutes} minutes.\n`);
  },
});
