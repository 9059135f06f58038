/** Formats of text that several keys share. */

/** Returns whether a text is an http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/**
 * Returns the origin of a URL without further parts, over HTTPS or over plain HTTP on this machine. Returns `undefined` for other URLs.
 *
 * Links are built by appending a path to the origin.
 */
export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || /[?#]$/.test(text)) return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
  return isSafe ? url.origin : undefined;
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Returns whether a text has 1 to 1,000 printable ASCII characters and no blanks. */
export function isWord(text: string): boolean {
  return /^[\x21-\x7e]{1,1000}$/.test(text);
}

export function isAbsolutePath(text: string): boolean {
  return /^\/[^\0\n]{0,4000}$/.test(text);
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns a domain of at least two labels in lower case, or `undefined`. An IP address is not a domain. */
export function parseDomain(text: string): string | undefined {
  const domain = text.toLowerCase();
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '') && labels.every((label) => LABEL.test(label));
  return isDomain ? domain : undefined;
}
