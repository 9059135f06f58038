/** Settings of the mailbox for mail to support, and the state of its outage. */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';

export type InboxSettings = Selectable<Database['inbox_settings']>;

export function inboxSettings(db: Kysely<Database>): Promise<InboxSettings> {
  return db.selectFrom('inbox_settings').selectAll().executeTakeFirstOrThrow();
}

/**
 * Records a failed attempt to read the mailbox, and schedules the next one. `pauseMs` returns the delay in milliseconds after a number of
 * failed attempts. Returns the start of the outage.
 */
export async function markInboxUnavailable(
  db: Kysely<Database>,
  { error, now, pauseMs }: { error: string; now: Date; pauseMs: (tries: number) => number },
): Promise<Date> {
  const { away_since, away_tries } = await db
    .updateTable('inbox_settings')
    .set((eb) => ({
      away_since: eb.fn.coalesce('away_since', eb.val(now)),
      away_error: error,
      away_tries: eb('away_tries', '+', 1),
    }))
    .returning(['away_since', 'away_tries'])
    .executeTakeFirstOrThrow();
  await db
    .updateTable('inbox_settings')
    .set({ retry_at: new Date(now.getTime() + pauseMs(away_tries)) })
    .execute();
  return away_since ?? now;
}

/**
 * Alerts about the mailbox. A successful read resolves `MAILBOX_AWAY`, and also `MAIL_TOO_LARGE` unless some mails are too large to fetch.
 * Every change of the settings resolves both, because the operator may have removed the mailbox.
 */
export const MAILBOX_AWAY = { kind: 'mailbox_away', key: 'inbox' } as const;
export const MAIL_TOO_LARGE = { kind: 'mail_too_large', key: 'inbox' } as const;

/** Ends the recorded outage of the mailbox after a successful read. */
export async function markInboxAvailable(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('inbox_settings')
    .set({ away_since: null, away_error: null, away_tries: 0, retry_at: new Date(0) })
    .where('away_since', 'is not', null)
    .execute();
}
