/**
 * Creates the tables of the first release, with one file per theme. Its statements are frozen (`frozen.test.ts`), because a backup names
 * its migrations. A later change of a table, an index or a function is a migration of its own, named by its time.
 */
import { type Kysely, sql } from 'kysely';
import { ACCESS } from './start/access.ts';
import { ACCOUNT_CLOSING } from './start/account-closing.ts';
import { ACCOUNT_EXPORTS } from './start/account-exports.ts';
import { ACCOUNTS } from './start/accounts.ts';
import { ADDRESSES } from './start/addresses.ts';
import { AFFILIATES } from './start/affiliates.ts';
import { AT_COMMIT } from './start/at-commit.ts';
import { ATTACKS } from './start/attacks.ts';
import { AUDIT_COUNTS } from './start/audit-counts.ts';
import { CANNED_REPLIES } from './start/canned-replies.ts';
import { CATALOGUE } from './start/catalogue.ts';
import { COPIES } from './start/copies.ts';
import { documented } from './start/documented.ts';
import { EMAIL_CHANGES } from './start/email-changes.ts';
import { EVENTS } from './start/events.ts';
import { FIREWALLS } from './start/firewalls.ts';
import { FLOATING_IPS } from './start/floating-ips.ts';
import { GEO_DATA } from './start/geo-data.ts';
import { IDENTITY_PROVIDERS } from './start/identity-providers.ts';
import { INSTALLATION } from './start/installation.ts';
import { INVOICES } from './start/invoices.ts';
import { IP_ASSIGNMENTS } from './start/ip-assignments.ts';
import { ISOS } from './start/isos.ts';
import { JOURNAL } from './start/journal.ts';
import { LEDGER } from './start/ledger.ts';
import { LIST_COUNTS } from './start/list-counts.ts';
import { LONE_USERS } from './start/lone-users.ts';
import { MAIL } from './start/mail.ts';
import { MAIL_IN } from './start/mail-in.ts';
import { MEMBERS } from './start/members.ts';
import { NAMES } from './start/names.ts';
import { NODES } from './start/nodes.ts';
import { ORDERS } from './start/orders.ts';
import { PASSKEYS } from './start/passkeys.ts';
import { PAYMENTS } from './start/payments.ts';
import { PROTECTION } from './start/protection.ts';
import { RESPONSE_TARGETS } from './start/response-targets.ts';
import { SCANNER } from './start/scanner.ts';
import { SEARCH } from './start/search.ts';
import { SELLER } from './start/seller.ts';
import { SERVERS } from './start/servers.ts';
import { SERVICE_PERIODS } from './start/service-periods.ts';
import { SERVICES } from './start/services.ts';
import { SIGN_IN } from './start/sign-in.ts';
import { SIGN_UP } from './start/sign-up.ts';
import { STAFF } from './start/staff.ts';
import { STAFF_IDENTITY_PROVIDER } from './start/staff-identity-provider.ts';
import { SUPPORT_ACCESS } from './start/support-access.ts';
import { TICKETS } from './start/tickets.ts';
import { TWO_FACTOR } from './start/two-factor.ts';
import { USAGE } from './start/usage.ts';
import { VERSIONS } from './start/versions.ts';
import { WAKE_UPS } from './start/wake-ups.ts';
import { WEBHOOKS } from './start/webhooks.ts';
import { WORKFLOWS } from './start/workflows.ts';

/** Themes in the order of their dependencies. */
export const THEMES: readonly string[] = [
  WAKE_UPS,
  ACCOUNTS,
  MEMBERS,
  TWO_FACTOR,
  SIGN_IN,
  PASSKEYS,
  IDENTITY_PROVIDERS,
  EMAIL_CHANGES,
  SELLER,
  CATALOGUE,
  NODES,
  SERVICES,
  SERVERS,
  ADDRESSES,
  PROTECTION,
  GEO_DATA,
  NAMES,
  FIREWALLS,
  FLOATING_IPS,
  SEARCH,
  COPIES,
  ISOS,
  ORDERS,
  SERVICE_PERIODS,
  LEDGER,
  AFFILIATES,
  PAYMENTS,
  LIST_COUNTS,
  INSTALLATION,
  INVOICES,
  WORKFLOWS,
  STAFF,
  STAFF_IDENTITY_PROVIDER,
  JOURNAL,
  AUDIT_COUNTS,
  ACCESS,
  SIGN_UP,
  USAGE,
  TICKETS,
  CANNED_REPLIES,
  RESPONSE_TARGETS,
  SUPPORT_ACCESS,
  MAIL,
  MAIL_IN,
  SCANNER,
  WEBHOOKS,
  ACCOUNT_EXPORTS,
  ATTACKS,
  IP_ASSIGNMENTS,
  AT_COMMIT,
  EVENTS,
  LONE_USERS,
  ACCOUNT_CLOSING,
  VERSIONS,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const theme of THEMES) await sql.raw(documented(theme)).execute(db);
}
