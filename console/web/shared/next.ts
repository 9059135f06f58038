const KEY = 'innkeeper-next';

/** Stores the requested page while the identity provider uses the tab. */
export function storeNext(next: unknown): void {
  try {
    sessionStorage.setItem(KEY, safeNext(next));
  } catch {
    // A browser may deny storage. The sign-in then leads to the servers.
  }
}

/** Returns the stored page and deletes it. */
export function takeNext(): string | null {
  try {
    const next = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return next;
  } catch {
    return null;
  }
}

/** Returns the page that was requested before the sign-in, if it is a page of this console. Otherwise returns the list of servers. Pure. */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\s\\]*$/.test(next)) return '/servers';
  return next.startsWith('/sign-in') || next.startsWith('/enter') ? '/servers' : next;
}
