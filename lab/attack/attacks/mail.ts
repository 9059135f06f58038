import { randomUUID } from 'node:crypto';
import type { Database } from '@innkeeper/db/schema';
import { MAX_UNREADABLE, UNREADABLE_MAILS } from '@innkeeper/model/mail-in/mail';
import { type Kysely, sql } from 'kysely';
import { LARGE_MAILS, type LargeMail, largeMail } from '../../large-mails.ts';
import type { Attack } from '../attack.ts';
import { floodMails } from '../send-mails.ts';

/** Levels of parts in parts, more than a parser reads. */
const DEPTH = 300;
/** The most expensive ones first, because an attack has time for few. */
const LARGE = ['parts without end', 'tags of HTML', 'flowed text', 'empty lines'] as const;

/** Returns another address of the sender each time, because equal mails are handled once. */
const newAddress = (): string => `${randomUUID()}@evil.example`;

/** Returns a mail that no parser reads. */
function unreadable(): Buffer {
  const levels = Array.from({ length: DEPTH }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`);
  return Buffer.from(`From: ${newAddress()}\r\nTo: support@shop.example\r\n${levels.join('')}`);
}

/** Mails of senders that nobody verifies. */
export const MAIL: readonly Attack[] = [
  {
    name: 'mails that no parser reads',
    by: 'one sender of mail',
    run: (resources) => floodMails(resources, { mail: unreadable }),
    async check(db) {
      const alerts = await countRows(db, sql`operator_alerts where kind = ${UNREADABLE_MAILS.kind} and resolved_at is null`);
      const held = await countRows(db, sql`received_mails where outcome = 'held' and why = 'unreadable'`);
      return [
        ...(alerts === 1 ? [] : [`${alerts} alerts are open for unreadable mails`]),
        ...(held < MAX_UNREADABLE ? [] : [`${held} unreadable mails wait for a person`]),
      ];
    },
  },
  {
    name: 'mails of 30 MB with many lines',
    by: 'one sender of mail',
    run: (resources) =>
      floodMails(resources, {
        mail: (n) => largeMail(LARGE_MAILS[LARGE[n % LARGE.length] as string] as LargeMail, newAddress()),
        connections: 1,
        max: 6,
      }),
    check: async () => [],
  },
];

async function countRows(db: Kysely<Database>, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}
