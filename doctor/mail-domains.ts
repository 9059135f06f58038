/**
 * Finds email addresses whose domains have other letters than ASCII. New ones are converted when they are entered. Earlier ones were
 * converted too, except addresses whose ASCII form another user already has. Nobody finds such a user by address.
 */
import type { Database } from '@innkeeper/db/schema';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { type Kysely, sql } from 'kysely';

/** Most users that the finding names. */
const MAX_NAMED = 5;

const NAME = 'mail domains';
const RULE = 'the domain is not in the ASCII form in which addresses are looked up';

export async function checkMailDomains(db: Kysely<Database>): Promise<HostFinding[]> {
  const { rows: users } = await sql<{ id: number; email: string }>`
    select id, email from users where ${hasOtherDomain(sql`email`)} order by id`.execute(db);
  const { rows: alerts } = await sql<{ address: string }>`
    select address from alert_settings, unnest(mail_addresses) as address where ${hasOtherDomain(sql`address`)}`.execute(db);
  const { rows: sellers } = await sql<{ email: string }>`
    select email from seller where ${hasOtherDomain(sql`email`)}`.execute(db);
  const more = users.length > MAX_NAMED ? ', ...' : '';
  const named = users.slice(0, MAX_NAMED).map(({ id, email }) => `${email} (user ${id})`);
  return [
    ...(users.length === 0
      ? []
      : [
          warn(
            `${named.join(', ')}${more}: addresses of users, but ${RULE}`,
            './innkeeper user change-email ID --email ADDRESS, with the id of the user',
          ),
        ]),
    ...(alerts.length === 0
      ? []
      : [
          warn(
            `${alerts.map(({ address }) => address).join(', ')}: addresses of alerts, but ${RULE}`,
            './innkeeper alert notify --mail ADDRESS, with all addresses',
          ),
        ]),
    ...sellers.map(({ email }) =>
      warn(`${email}: address of the seller, but ${RULE}`, 'apply the catalogue again, which converts seller.email'),
    ),
  ];
}

/** Returns a condition: the part after the last `@` has other characters than ASCII. */
const hasOtherDomain = (address: ReturnType<typeof sql>) => sql`substring(${address} from '[^@]*$') ~ '[^\x01-\x7f]'`;

const warn = (why: string, remedy: string): HostFinding => ({ name: NAME, ok: 'warn', why, remedy });
