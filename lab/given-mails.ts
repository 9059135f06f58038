/** Fixtures: the job that writes mails of facts, and what it wrote. */
import { WORKER_ROLE } from '@innkeeper/db/roles';
import type { Database } from '@innkeeper/db/schema';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import type { MailData, MailTemplate } from '@innkeeper/model/mail/templates';
import { minutes } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import { givenJobCx } from './given-cx.ts';
import { labSettings } from './settings.ts';

/** Writes the mails of facts that are due `aheadMs` from now, by default in 20 minutes, when all of them are. */
export function composeNow(
  db: Kysely<Database>,
  { aheadMs = minutes(20), now = Date.now(), trial = false } = {},
): Promise<number> {
  const clock = { now: () => new Date(now + aheadMs) };
  return asWorker(db, (one) => composeMails(givenJobCx(one, { clock, settings: { ...labSettings, hasTrialPayments: trial } })));
}

/** Runs `act` on one connection with the rights of the worker. `db` connects as a superuser. */
export function asWorker<Result>(db: Kysely<Database>, act: (one: Kysely<Database>) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (one) => {
    await sql`set role ${sql.id(WORKER_ROLE)}`.execute(one);
    try {
      return await act(one);
    } finally {
      await sql`reset role`.execute(one);
    }
  });
}

export type WrittenMail = {
  [Name in MailTemplate]: { template: Name; data: MailData[Name]; language: string; address: string; attachments: number[] };
}[MailTemplate];

/** Returns the mails to an account, oldest first. */
export async function mailsOf(db: Kysely<Database>, { accountId }: { accountId: number }): Promise<WrittenMail[]> {
  const { rows } = await sql<WrittenMail>`
    select template, data, language, address, attachments from mails where account_id = ${accountId} order by id`.execute(db);
  return rows;
}
