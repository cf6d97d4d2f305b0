import { lookup } from 'node:dns/promises';

/** All addresses that a name stands for now. A port, so that tests can have a name that changes its mind. */
export type LookUp = (hostname: string) => Promise<readonly string[]>;

export const systemLookUp: LookUp = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};
