/**
 * Keys in the text format of `age-keygen`: a recipient `age1...` encrypts, and its identity `AGE-SECRET-KEY-1...` decrypts.
 *
 * Key files hold one key per line, and comments that begin with `#`, so that Debian's `age` reads them.
 */
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { UnreadableBackup } from './error.ts';

export interface AgeKeyPair {
  /** Secret key, `AGE-SECRET-KEY-1...`. */
  identity: string;
  /** Public key, `age1...`. */
  recipient: string;
}

const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;
const IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/;

export async function generateAgeKeyPair(): Promise<AgeKeyPair> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await recipientOf(identity) };
}

/** Returns the public key of a secret key. */
export async function recipientOf(identity: string): Promise<string> {
  return identityToRecipient(identity);
}

/** Returns the text that `age-keygen` would write. */
export function formatIdentityFile({ identity, recipient }: AgeKeyPair, createdAt: Date): string {
  return `# created: ${createdAt.toISOString().slice(0, 19)}Z\n# public key: ${recipient}\n${identity}\n`;
}

/**
 * Returns the identities in the text of a key file. Throws `UnreadableBackup` if a line is not a key, or without any key. `name` appears in
 * the message.
 */
export function parseIdentityFile(text: string, name: string): string[] {
  return keysIn(text, name, { pattern: IDENTITY, example: 'AGE-SECRET-KEY-1...' });
}

/** Returns the recipients in the text of a file. Throws like `parseIdentityFile`. */
export function parseRecipientsFile(text: string, name: string): string[] {
  return keysIn(text, name, { pattern: RECIPIENT, example: 'age1...' });
}

function keysIn(text: string, name: string, { pattern, example }: { pattern: RegExp; example: string }): string[] {
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  // The line itself may be a secret, so the message omits it.
  if (keys.length === 0 || keys.some((key) => !pattern.test(key)))
    throw new UnreadableBackup(`${name} is no file of age keys. Each of its lines must be a key (${example}) or a comment (#).`);
  return keys;
}
