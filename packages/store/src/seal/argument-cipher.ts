import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { CountersignError, type ToolCallId } from '@countersign/contract';

/** Seals the real arguments of a call for the database, and opens them again. */
export type ArgumentCipher = {
  seal(callId: ToolCallId, text: string): Uint8Array;
  /** Throws a CountersignError that says what to do where it is not ours to open. */
  open(callId: ToolCallId, sealed: Uint8Array): string;
};

export const sealingKeyBytes = 32;

const version = 1;
const keyIdBytes = 4;
/** What AES-GCM is made for: a random nonce of 96 bits is safe for 2^32 calls under one key. */
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes + nonceBytes;

/**
 * AES-256-GCM: one byte for the version, four that tell keys apart, the nonce, the text, the tag. The id of the call is
 * authenticated with it, so that what was sealed for one call cannot be put in the row of another.
 */
export function argumentCipher(key: Uint8Array): ArgumentCipher {
  if (key.length !== sealingKeyBytes) throw new Error(`a sealing key has ${sealingKeyBytes} bytes, not ${key.length}`);
  const keyId = keyIdOf(key);
  return {
    seal(callId, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(callId));
      return Buffer.concat([
        Buffer.from([version]),
        keyId,
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },

    open(callId, sealed) {
      if (sealed[0] !== version) throw cannotOpen(callId, 'they were sealed by another version of Countersign');
      if (!keyId.equals(sealed.subarray(1, 1 + keyIdBytes))) {
        throw cannotOpen(callId, 'the key they were sealed with differs from the one of this server');
      }
      try {
        const nonce = sealed.subarray(1 + keyIdBytes, headBytes);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(callId));
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        const text = decipher.update(sealed.subarray(headBytes, -tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (error) {
        throw cannotOpen(callId, 'they were changed in the database, or the key differs', error);
      }
    },
  };
}

/** For those who look at a database without its key: nothing is sealed, nothing is opened. */
export const noCipher: ArgumentCipher = {
  seal() {
    throw new Error('arguments that hold secrets cannot be stored without a sealing key');
  },
  open(callId) {
    throw cannotOpen(callId, 'this process has no sealing key');
  },
};

function keyIdOf(key: Uint8Array): Buffer {
  return Buffer.from(
    hash('sha256', Buffer.concat([Buffer.from('countersign sealing key'), key]), 'hex'),
    'hex',
  ).subarray(0, keyIdBytes);
}

function cannotOpen(callId: ToolCallId, why: string, cause?: unknown): CountersignError {
  return new CountersignError(
    'unavailable',
    `The real arguments of this call cannot be opened here: ${why}. It will not run. Start every server of this ` +
      'database with the same COUNTERSIGN_SEALING_KEY or the same file sealing-key, or cancel the call.',
    { tool_id: callId },
    cause,
  );
}
