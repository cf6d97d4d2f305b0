export { openStore, type StoreOptions } from './open-store.ts';
