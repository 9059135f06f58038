const KEY = 'innkeeper-next';

/** Keeps the page that was asked for while an identity provider has the tab. */
export function storeNext(next: unknown): void {
  try {
    sessionStorage.setItem(KEY, safeNext(next));
  } catch {
    // A browser may refuse storage. The sign-in then leads to the servers.
  }
}

/** Returns the page that was kept, once. */
export function takeNext(): string | null {
  try {
    const next = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return next;
  } catch {
    return null;
  }
}

/** Returns the page that was asked for before the sign-in, if it is one of this console. Any other address leads to the servers. Pure. */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\s\\]*$/.test(next)) return '/servers';
  return next.startsWith('/sign-in') || next.startsWith('/enter') ? '/servers' : next;
}
