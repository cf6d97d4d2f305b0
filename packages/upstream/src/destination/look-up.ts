import { lookup } from 'node:dns/promises';

/** All addresses that a name stands for now. A port, so that tests can have a name that changes its mind. */
export type LookUp = (hostname: string) => Promise<readonly string[]>;

const underWay = new Map<string, Promise<readonly string[]>>();

/** One look-up of a name at a time: each holds one of the few threads that files need too. */
export const systemLookUp: LookUp = async (hostname) => {
  const known = underWay.get(hostname);
  if (known !== undefined) return await known;
  const answers = lookup(hostname, { all: true, order: 'verbatim' })
    .then((found) => found.map(({ address }) => address))
    .finally(() => underWay.delete(hostname));
  underWay.set(hostname, answers);
  return await answers;
};
