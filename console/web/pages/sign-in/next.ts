/** Returns the page that was asked for before the sign-in, if it is one of this console. Any other address leads to the servers. Pure. */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\s\\]*$/.test(next)) return '/servers';
  return next.startsWith('/sign-in') || next.startsWith('/enter') ? '/servers' : next;
}
