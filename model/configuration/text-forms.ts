/** Forms of text that several keys have. */

export function isWebUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/**
 * Returns the origin of a URL that has nothing else: over HTTPS, or over plain HTTP on this machine. Links are made by putting a path
 * after it.
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

/** One word without blanks or control characters. */
export function isWord(text: string): boolean {
  return /^[\x21-\x7e]{1,1000}$/.test(text);
}

export function isAbsolutePath(text: string): boolean {
  return /^\/[^\0\n]{0,4000}$/.test(text);
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns a domain of two labels or more in lower case, or `undefined`. An address is no domain. */
export function parseDomain(text: string): string | undefined {
  const domain = text.toLowerCase();
  const labels = domain.split('.');
  const isDomain = labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '') && labels.every((label) => LABEL.test(label));
  return isDomain ? domain : undefined;
}
