import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { CountersignError } from '@countersign/contract';

/** What is sealed, and whose it is. Both are authenticated with it: it cannot be put in another's place. */
type Sealable = {
  readonly kind: 'arguments' | 'caller' | 'continuation' | 'secret' | 'document' | 'entry';
  /** The id of the call or the source, the name of the secret, or the run and the number of an entry. */
  readonly of: string;
};

/** Seals what must not be readable in the database, and opens it again. */
export type SealingCipher = {
  seal(what: Sealable, text: string): Uint8Array;
  /** Throws a CountersignError that says what to do where it is not ours to open. */
  open(what: Sealable, sealed: Uint8Array): string;
};

export const sealingKeyBytes = 32;

const version = 1;
const keyIdBytes = 4;
/** What AES-GCM is made for: a random nonce of 96 bits is safe for 2^32 texts under one key. */
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes + nonceBytes;

/** AES-256-GCM: one byte for the version, four that tell keys apart, the nonce, the text, the tag. */
export function sealingCipher(key: Uint8Array): SealingCipher {
  if (key.length !== sealingKeyBytes) throw new Error(`a sealing key has ${sealingKeyBytes} bytes, not ${key.length}`);
  const keyId = keyIdOf(key);
  return {
    seal(what, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(ownerOf(what));
      return Buffer.concat([
        Buffer.from([version]),
        keyId,
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },

    open(what, sealed) {
      if (sealed[0] !== version) throw cannotOpen(what, 'they were sealed by another version of Countersign');
      if (!keyId.equals(sealed.subarray(1, 1 + keyIdBytes))) {
        throw cannotOpen(what, 'the key they were sealed with differs from the one of this server');
      }
      try {
        const nonce = sealed.subarray(1 + keyIdBytes, headBytes);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
        decipher.setAAD(ownerOf(what));
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        const text = decipher.update(sealed.subarray(headBytes, -tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (error) {
        throw cannotOpen(what, 'they were changed in the database, or the key differs', error);
      }
    },
  };
}

/** For those who look at a database without its key: nothing is sealed, nothing is opened. */
export const noCipher: SealingCipher = {
  seal() {
    throw new Error('what must not be readable cannot be stored without a sealing key');
  },
  open(what) {
    throw cannotOpen(what, 'this process has no sealing key');
  },
};

function ownerOf({ kind, of }: Sealable): Buffer {
  return Buffer.from(`${kind}\0${of}`);
}

function keyIdOf(key: Uint8Array): Buffer {
  return Buffer.from(
    hash('sha256', Buffer.concat([Buffer.from('countersign sealing key'), key]), 'hex'),
    'hex',
  ).subarray(0, keyIdBytes);
}

/** In the plural, because of what most of them are. */
const named: Record<Sealable['kind'], (of: string) => { readonly what: string; readonly otherwise: string }> = {
  arguments: () => ({ what: 'The real arguments of this call', otherwise: 'It will not run. ' }),
  caller: () => ({ what: 'The words on who asked for this call', otherwise: 'It will not run. ' }),
  continuation: () => ({ what: 'The notes by which this call goes on', otherwise: 'It does not go on. ' }),
  secret: (name) => ({
    what: `The bytes of the secret ${name}`,
    otherwise: `Store it again with \`countersign secrets set ${name}\`, or: `,
  }),
  document: () => ({ what: 'The words of this document', otherwise: 'Send it again, or: ' }),
  entry: () => ({ what: 'The words of this run', otherwise: 'It does not go on. ' }),
};

function cannotOpen({ kind, of }: Sealable, why: string, cause?: unknown): CountersignError {
  const { what, otherwise } = named[kind](of);
  const isOfCall = kind === 'arguments' || kind === 'caller' || kind === 'continuation';
  return new CountersignError(
    'unavailable',
    `${what} cannot be opened here: ${why}. ${otherwise}Start every server of this database with the same ` +
      `COUNTERSIGN_SEALING_KEY or the same file sealing-key${isOfCall ? ', or cancel the call' : ''}.`,
    isOfCall ? { tool_id: of } : {},
    cause,
  );
}
