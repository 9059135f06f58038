/** The text of an SSH key, as a person pasted or dropped it. Pure. */

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File/;

/** Returns whether a text is a private key. Such a text must not leave the browser. */
export const isPrivateKey = (text: string): boolean => PRIVATE_KEY.test(text);

/** Returns the text of a file, or the beginning of its private key alone: a field should not show a secret. */
export const withoutSecret = (text: string): string => PRIVATE_KEY.exec(text)?.[0] ?? text.trim();

/** Returns the comment at the end of a public key. It names the key well enough. */
export const commentOf = (text: string): string => (isPrivateKey(text) ? '' : text.trim().split(/\s+/).slice(2).join(' '));

/** Returns the fingerprint that `ssh-keygen -l` prints: `SHA256:` and base64. `undefined` for a text that is no public key. */
export async function fingerprintOf(text: string): Promise<string | undefined> {
  const blob = decodeBase64(text.trim().split(/\s+/)[1] ?? '');
  if (blob === undefined || blob.length === 0) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', blob));
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/=+$/, '')}`;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
