export { openStore, type StoreOptions } from './open-store.ts';
export { type SealingCipher, sealingCipher, sealingKeyBytes } from './seal/sealing-cipher.ts';
