/** Every page of the console: nothing that axe finds, no report of the policy, no error, and no wider than its window. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer, givenSshKey } from '../given.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { givenPaidOrder, givenSeller, givenWaitingOrder, issueNow } from '../given-invoices.ts';
import { givenInvitation, givenMember } from '../given-members.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import { givenIdentityProvider } from '../given-single-sign-on.ts';
import { givenAttachment, givenTicket } from '../given-tickets.ts';
import { givenDelivery, givenWebhook } from '../given-webhooks.ts';
import {
  type ConsoleLab,
  type Customer,
  expectAccessible,
  openConsoleLab,
  openCustomer,
  PHONE,
  signIn,
  WIDE,
} from './console-lab.ts';

let chain: ConsoleLab;
let origin: string;
let owner: GivenAccount;
let empty: GivenAccount;
let serverId: number;
let orderIds: number[];
let firewallId: number;
let ticketId: number;
let webhookId: number;
beforeAll(async () => {
  chain = await openConsoleLab();
  origin = chain.origin;
  owner = await givenAccount(chain.db, { funds: 10_000n });
  empty = await givenAccount(chain.db);
  await givenSshKey(chain.db, { accountId: owner.accountId, name: 'demo' });
  for (let count = 0; count < 30; count += 1) serverId = await givenServer(chain.db, { accountId: owner.accountId });
  for (const [at, status] of (['active', 'active', 'suspended', 'awaiting_payment'] as const).entries()) {
    const terms =
      status === 'awaiting_payment' ? { status, expiry_at: null, billing_anchor: null, activated_at: null } : { status };
    await givenFloatingIp(chain.db, { accountId: owner.accountId, ...(at === 0 && { serverId }), ...terms });
  }
  await givenFirewall(chain.db, { accountId: owner.accountId, name: 'web' });
  ticketId = await givenTicket(chain.db, { accountId: owner.accountId });
  await givenAttachment(chain.db, { accountId: owner.accountId, ticketId });
  await givenMember(chain.db, { accountId: owner.accountId, role: 'technical' });
  await givenInvitation(chain.db, { accountId: owner.accountId });
  await givenIdentityProvider(chain.db, { accountId: owner.accountId, domain: 'example.com' });
  await givenSeller(chain.db);
  await givenPaymentMethods(chain.db);
  const service = { type: 'server', id: serverId };
  orderIds = [
    await givenPaidOrder(chain.db, { accountId: owner.accountId, service }),
    await givenWaitingOrder(chain.db, { accountId: owner.accountId, service, type: 'renew-service' }),
    await givenWaitingOrder(chain.db, { accountId: owner.accountId, type: 'deposit' }),
  ];
  await issueNow(chain.db);
  firewallId = await givenFirewall(chain.db, { accountId: owner.accountId, name: 'web' });
  const webhook = await givenWebhook(chain.db, owner, { name: 'billing system' });
  await givenDelivery(chain.db, webhook, { next_try_at: new Date(Date.now() + 3_600_000) });
  webhookId = webhook.id;
});
afterAll(() => chain?.close());

const PAGES = [
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
] as const;
const TABS = ['', '/screen', '/usage', '/network', '/access', '/media', '/copies', '/billing', '/events'];
const TABS = ['', '/protection', '/screen', '/usage', '/access', '/media', '/copies', '/billing', '/events'];
  ['/support', 'Support'],
  ['/support/new', 'New ticket'],
  ['/support/plan', 'Support plan'],
  ['/team', 'Team'],
  ['/team/sign-in', 'Company sign-in'],
  ['/team/support-access', 'Support access'],
] as const;
/** Pages that ask for a support plan. The API answers 404 if there is none, which the browser reports. */
const ASK_FOR_PLAN = ['/support/new', '/support/plan'];
const TABS = ['', '/screen', '/usage', '/access', '/media', '/copies', '/billing', '/events'];
const VISITOR_PAGES = [
  ['/sign-in', 'Sign in'],
  ['/password', 'Forgotten password'],
  ['/sign-up', 'Open an account'],
  ['/?sign_up=unknown', 'Open an account'],
  ['/join', 'Join an account'],
  ['/email-change', 'Change of the email address'],
] as const;

describe.each([
  ['wide', WIDE],
  ['phone', PHONE],
] as const)('%s', (_name, view) => {
  let customer: Customer;
  beforeAll(async () => {
    customer = await openCustomer(origin, view);
  });
  afterAll(() => customer.close());

  const see = async (path: string, heading?: string) => {
    await customer.page.goto(origin + path);
    await customer.page.getByRole('heading', { level: 1, ...(heading === undefined ? {} : { name: heading }) }).waitFor();
    await expectAccessible(customer.page);
    const problems = customer.problems.splice(0);
    const unexpected = ASK_FOR_PLAN.includes(path) ? problems.filter((problem) => !problem.includes('404')) : problems;
    expect([path, unexpected]).toEqual([path, []]);
  };

  test('pages of visitors', async () => {
    for (const [path, heading] of VISITOR_PAGES) await see(path, heading);
  });

  test('pages of an owner with servers', async () => {
    await signIn(chain.db, customer, owner, origin);
    for (const [path, heading] of PAGES) await see(path, heading);
    for (const tab of TABS) await see(`/servers/${serverId}${tab}`);
    await see(`/webhooks/${webhookId}`, 'billing system');
    for (const id of orderIds) await see(`/orders/${id}`, `Order ${id}`);
    await see(`/firewalls/${firewallId}`, 'web');
    await see(`/support/${ticketId}`, 'Given');
  });

  test('pages of an account without anything', async () => {
    await signIn(chain.db, customer, empty, origin);
    for (const [path, heading] of PAGES) await see(path, heading);
  });
});
