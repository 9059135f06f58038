/** All pages of the console with their headings, and accounts that have content for them. */
import type { Database } from '@innkeeper/db/schema';
import { insertAttack } from '@innkeeper/db/tables/attacks';
import { hours } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { type GivenAccount, givenAccount, givenServer, givenSshKey } from '../given.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { givenPaidOrder, givenSeller, givenWaitingOrder, issueNow } from '../given-invoices.ts';
import { givenLoad } from '../given-load.ts';
import { givenInvitation, givenMember } from '../given-members.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import { givenIdentityProvider } from '../given-single-sign-on.ts';
import { givenAttachment, givenTicket } from '../given-tickets.ts';
import { givenDelivery, givenWebhook } from '../given-webhooks.ts';

/** Path and heading of a page. Without a heading, any heading matches. */
export type PageOfConsole = readonly [path: string, heading?: string];

export interface GivenPages {
  /** Account with a resource of each kind. */
  owner: GivenAccount;
  /** Account without resources. */
  empty: GivenAccount;
  /** Pages of the owner's resources: the tabs of a server, orders, a firewall, a ticket, a webhook. */
  own: readonly PageOfConsole[];
}

export async function givenPages(db: Kysely<Database>): Promise<GivenPages> {
  const owner = await givenAccount(db, { funds: 10_000n });
  const empty = await givenAccount(db);
  await givenSshKey(db, { accountId: owner.accountId, name: 'demo' });
  let serverId = 0;
  for (let count = 0; count < 30; count += 1) serverId = await givenServer(db, { accountId: owner.accountId });
  for (const [at, status] of (['active', 'active', 'suspended', 'awaiting_payment'] as const).entries()) {
    const terms =
      status === 'awaiting_payment' ? { status, expiry_at: null, billing_anchor: null, activated_at: null } : { status };
    await givenFloatingIp(db, { accountId: owner.accountId, ...(at === 0 && { serverId }), ...terms });
  }
  await givenLoad(db, serverId);
  const ticketId = await givenTicket(db, { accountId: owner.accountId });
  await givenAttachment(db, { accountId: owner.accountId, ticketId });
  await givenMember(db, { accountId: owner.accountId, role: 'technical' });
  await givenInvitation(db, { accountId: owner.accountId });
  await givenIdentityProvider(db, { accountId: owner.accountId, domain: 'example.com' });
  await givenSeller(db);
  await givenPaymentMethods(db);
  const service = { type: 'server', id: serverId };
  const orderIds = [
    await givenPaidOrder(db, { accountId: owner.accountId, service }),
    await givenWaitingOrder(db, { accountId: owner.accountId, service, type: 'renew-service' }),
    await givenWaitingOrder(db, { accountId: owner.accountId, type: 'deposit' }),
  ];
  await issueNow(db);
  const attackPage = await givenEndedAttack(db, owner, serverId);
  const firewallId = await givenFirewall(db, { accountId: owner.accountId, name: 'web' });
  const webhook = await givenWebhook(db, owner, { name: 'billing system' });
  await givenDelivery(db, webhook, { next_try_at: new Date(Date.now() + 3_600_000) });
  return {
    owner,
    empty,
    own: [
      ...TABS.map((tab) => [`/servers/${serverId}${tab}`] as const),
      [attackPage],
      ...orderIds.map((id) => [`/orders/${id}`, `Order ${id}`] as const),
      [`/webhooks/${webhook.id}`, 'billing system'],
      [`/firewalls/${firewallId}`, 'web'],
      [`/support/${ticketId}`, 'Given'],
    ],
  };
}

/** Inserts an attack, and returns its page. Without an address in the path, the page tries each one, and the browser reports refusals. */
async function givenEndedAttack(db: Kysely<Database>, { accountId }: GivenAccount, serverId: number): Promise<string> {
  const { id } = await db
    .selectFrom('ip_addresses')
    .select('id')
    .where('server_id', '=', serverId)
    .where('version', '=', 4)
    .executeTakeFirstOrThrow();
  const [started_at, ended_at] = [new Date(Date.now() - hours(2)), new Date(Date.now() - hours(1))];
  const attack = await insertAttack(db, {
    key: 'endedAttackOnes',
    account_id: accountId,
    ip_address_id: id,
    started_at,
    ended_at,
  });
  return `/servers/${serverId}/protection/attacks/${attack?.key}?address=${id}`;
}

export const TABS = ['', '/screen', '/usage', '/network', '/protection', '/access', '/media', '/copies', '/billing', '/events'];

/** Pages of all accounts. */
export const PAGES: readonly PageOfConsole[] = [
  ['/', 'Overview'],
  ['/servers', 'Servers'],
  ['/deploy', 'Deploy a server'],
  ['/orders', 'Orders'],
  ['/orders?status=cancelled', 'Orders'],
  ['/balance', 'Balance'],
  ['/invoices', 'Invoices'],
  ['/sandbox#unknown', 'Payment in the sandbox'],
  ['/profile', 'Profile'],
  ['/security', 'Security'],
  ['/ssh-keys', 'SSH keys'],
  ['/copies', 'Copies'],
  ['/isos', 'ISOs'],
  ['/floating-ips', 'Floating IPs'],
  ['/firewalls', 'Firewalls'],
  ['/tokens', 'Tokens'],
  ['/webhooks', 'Webhooks'],
  ['/audit-log', 'Audit log'],
  ['/audit-log?action=restartServer&kind=server&id=1&period=1', 'Audit log'],
  ['/account', 'Account'],
  ['/account/affiliate', 'Account'],
  ['/account/export', 'Account'],
  ['/account/closing', 'Account'],
  ['/support', 'Support'],
  ['/support/new', 'New ticket'],
  ['/support/plan', 'Support plan'],
  ['/team', 'Team'],
  ['/team/sign-in', 'Company sign-in'],
  ['/team/support-access', 'Support access'],
];

/** Pages that request a support plan. The API answers 404 if there is none, which the browser reports. */
export const ASK_FOR_PLAN = ['/support/new', '/support/plan'];

export const VISITOR_PAGES: readonly PageOfConsole[] = [
  ['/sign-in', 'Sign in'],
  ['/password', 'Forgotten password'],
  ['/sign-up', 'Open an account'],
  ['/?sign_up=unknown', 'Open an account'],
  ['/join', 'Join an account'],
  ['/email-change', 'Change of the email address'],
];
