import type { Store } from '@countersign/control-plane';
import type { OpenDatabase, TestDatabase } from '@countersign/testing';
import { afterEach, beforeEach } from 'vitest';
import { openStore, type StoreOptions, sealingCipher, sealingKeyBytes } from '../src/index.ts';

export type Stores = {
  readonly url: string;
  /** Another store on the test's database, as a second process would have it. */
  open(options?: StoreOptions): Promise<Store>;
};

const cipher = sealingCipher(Buffer.alloc(sealingKeyBytes, 7));

/** An empty database for each test of a suite, and stores on it that are closed when the test is over. */
export function useStores(database: TestDatabase): Stores {
  let place: OpenDatabase;
  let opened: Store[] = [];
  beforeEach(async () => {
    place = await database.open();
  });
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()));
    opened = [];
    await place.drop();
  });
  return {
    get url() {
      return place.url;
    },
    async open(options) {
      const store = await openStore(place.url, { cipher, ...options });
      opened.push(store);
      return store;
    },
  };
}
