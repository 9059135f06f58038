/**
 * Authenticates manifests of backups by an HMAC-SHA256 at their end.
 *
 * Encrypting needs only public keys, so a backup that can be decrypted may come from anybody. The manifest has the hashes of all other
 * files, so its code covers the whole backup.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'INNKEEPER-MAC-1';
const KEY_BYTES = 32;
const KEY_IN_TEXT = new RegExp(`${PREFIX}[0-9A-F]{${KEY_BYTES * 2}}`, 'g');

/** Formats an authentication key as one line of text. Throws a RangeError unless the key has 32 bytes. */
export function formatMacKey(key: Uint8Array): string {
  if (key.length !== KEY_BYTES) throw new RangeError(`the key has ${key.length} bytes, not ${KEY_BYTES}`);
  return PREFIX + Buffer.from(key).toString('hex').toUpperCase();
}

/** Splits the text of a key file into authentication keys, which may be in comments, and the rest. */
export function takeMacKeys(text: string): { keys: string[]; rest: string } {
  return { keys: text.match(KEY_IN_TEXT) ?? [], rest: text.replaceAll(KEY_IN_TEXT, '') };
}

const FIELD = ',"mac":"';
const TAIL = /^[0-9a-f]{64}"\}\n?$/;

/** Adds the code to the JSON text of a manifest, as the last field `mac`. It covers all bytes before that field. */
export function signManifest(json: string, key: string): string {
  if (!json.endsWith('}')) throw new RangeError('a manifest is a JSON object');
  const covered = json.slice(0, -1);
  return `${covered}${FIELD}${macOf(covered, key).toString('hex')}"}\n`;
}

/** `no-mac`: the manifest has no code. `no-key`: there is no key. `other-key`: the code does not match any key. */
export type Authenticity = 'genuine' | 'no-mac' | 'no-key' | 'other-key';

/** Checks the code of a manifest against some keys. */
export function checkManifest(text: string, keys: readonly string[]): Authenticity {
  const at = text.lastIndexOf(FIELD);
  const tail = at === -1 ? '' : text.slice(at + FIELD.length);
  if (!TAIL.test(tail)) return 'no-mac';
  if (keys.length === 0) return 'no-key';
  const [covered, found] = [text.slice(0, at), Buffer.from(tail.slice(0, 64), 'hex')];
  return keys.some((key) => timingSafeEqual(macOf(covered, key), found)) ? 'genuine' : 'other-key';
}

function macOf(covered: string, key: string): Buffer {
  return createHmac('sha256', Buffer.from(key.slice(PREFIX.length), 'hex'))
    .update(covered)
    .digest();
}

/** Keys and exceptions by which a backup is authenticated. */
export interface AuthenticityRules {
  keys: readonly string[];
  /** True if a person accepts a backup without a code, or without its key. */
  acceptsUnsigned: boolean;
  /** True if a person accepts a backup of another key, because the person gave no key. */
  acceptsOtherKey: boolean;
  /** Time from which on this host adds codes. An older backup need not be genuine. `null` if every backup must be. */
  since: Date | null;
}

const REASONS: Readonly<Record<Exclude<Authenticity, 'genuine'>, string>> = {
  'no-mac':
    'This backup has no authentication code. Backups of earlier releases have none, but whoever knows the public key can also make such a file. To trust it, add --unsigned.',
  'no-key':
    'The origin of this backup cannot be checked without an authentication key. Add the line INNKEEPER-MAC-1... to the key file. ./innkeeper backup setup or backup key printed it. To trust the backup without a check, add --unsigned.',
  'other-key':
    'This backup was authenticated with another key, or by somebody who does not have the key. If it was made with an earlier key, add that key to the key file. If that key is lost and you trust the backup, remove the lines INNKEEPER-MAC-1... and add --unsigned.',
};

/** Returns the reason to refuse a backup, or `null`. `--unsigned` does not help against a code that a given key contradicts. */
export function refuseForged(
  found: Authenticity,
  takenAt: Date,
  { acceptsUnsigned, acceptsOtherKey, since }: Omit<AuthenticityRules, 'keys'>,
): string | null {
  if (found === 'genuine') return null;
  if (since !== null && takenAt < since) return null;
  return (found === 'other-key' ? acceptsOtherKey : acceptsUnsigned) ? null : REASONS[found];
}
