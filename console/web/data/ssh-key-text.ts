/** Handles the text of an SSH key that a person has pasted or dropped. Pure. */

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File/;

/** Returns whether a text is a private key. Such a text must not leave the browser. */
export const isPrivateKey = (text: string): boolean => PRIVATE_KEY.test(text);

/** Returns the text of a file. For a private key it returns only the marker at its start, because a field must not show a secret. */
export const withoutSecret = (text: string): string => PRIVATE_KEY.exec(text)?.[0] ?? text.trim();

/** Returns the comment at the end of a public key, as a suggestion for its name. */
export const commentOf = (text: string): string => (isPrivateKey(text) ? '' : text.trim().split(/\s+/).slice(2).join(' '));

/** Returns the fingerprint that `ssh-keygen -l` prints: `SHA256:` and base64. Returns `undefined` if the text is not a public key. */
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
