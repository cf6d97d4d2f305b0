export { openStore, type StoreOptions } from './open-store.ts';
export { type ArgumentCipher, argumentCipher, sealingKeyBytes } from './seal/argument-cipher.ts';
