/**
 * A change of a user's address: it waits until the links of both mails were used, within a day. Then it is done. It ends before that when it is
 * stopped, by either link or by the user, or when the user asks for another.
 */

/** To which address the mail went. */
export type EmailSide = 'new' | 'old';

export interface EmailChangeState {
  readonly expires_at: Date;
  readonly new_confirmed_at: Date | null;
  readonly old_confirmed_at: Date | null;
  readonly outcome: 'changed' | 'stopped' | 'replaced' | null;
}

/**
 * What comes of a link that is used: `gone`, nothing; `done`, nothing more, since it was changed already; `waits`, the other link is asked for;
 * `switch`, the address is changed now.
 */
export function emailConfirmation(change: EmailChangeState, side: EmailSide, now: Date): 'gone' | 'done' | 'waits' | 'switch' {
  if (change.outcome === 'changed') return 'done';
  if (change.outcome !== null || change.expires_at <= now) return 'gone';
  const other = side === 'new' ? change.old_confirmed_at : change.new_confirmed_at;
  return other === null ? 'waits' : 'switch';
}
