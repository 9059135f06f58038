import { deposit } from '@innkeeper/db/ledger';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { createToken } from '@innkeeper/db/tables/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../app.ts';
import { givenServer, givenSshKey } from '../given.ts';
import { givenExport } from '../given-account-exports.ts';
import { givenAffiliate, givenPayouts } from '../given-affiliates.ts';
import { givenEndedAttack } from '../given-attacks.ts';
import { givenCopy } from '../given-copies.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { givenProform } from '../given-invoices.ts';
import { givenIso } from '../given-isos.ts';
import { givenInvitation, givenMember } from '../given-members.ts';
import { givenPasskey } from '../given-passkeys.ts';
import { givenSavedCard } from '../given-payments.ts';
import { givenSession } from '../given-sessions.ts';
import { givenSupportGrant } from '../given-support-access.ts';
import { givenTicket } from '../given-tickets.ts';
import { givenDelivery, givenWebhook } from '../given-webhooks.ts';
import { givenOrder } from './resources.ts';
import { type AccountWithResources, openSetup, operations, paramsOf, requestFor, type Setup } from './setup.ts';

let setup: Setup;
/** Each list has at least three items. */
beforeAll(async () => {
  setup = await openSetup({ publicUrl: 'https://api.example.org' });
  const { lab, me } = setup;
  for (let i = 0; i < 3; i += 1) {
    await givenServer(lab.db, { accountId: me.accountId });
    await givenSshKey(lab.db, me);
    await createToken(lab.db, { ...me, name: 'given', abilities: ['read'] });
    await lab.db
      .insertInto('audit_log')
      .values({ account_id: me.accountId, actor_kind: 'job', actor_name: 'given', action: 'given' })
      .execute();
    await givenMember(lab.db, { accountId: me.accountId, role: 'billing' });
    await givenInvitation(lab.db, { accountId: me.accountId });
    await givenSupportGrant(lab.db, me);
    await givenFirewall(lab.db, me);
    await givenWebhook(lab.db, me);
    await givenExport(lab.db, me);
    await givenDelivery(lab.db, { id: me.has.webhook, account_id: me.accountId });
    await givenTicket(lab.db, { accountId: me.accountId });
    await givenProform(lab.db, { ...(await givenOrder(lab.db, me.accountId)), accountId: me.accountId });
    await givenIso(lab.db, { account_id: me.accountId });
    await givenFloatingIp(lab.db, { accountId: me.accountId });
    await givenEndedAttack(lab.db, { accountId: me.accountId, addressId: me.has.ip_address, source: `192.0.2.${i + 1}` });
    for (const kind of ['snapshot', 'backup'] as const) await givenCopy(lab.db, { serverId: me.has.server, kind });
    await lab.db
      .insertInto('workflows')
      .values({
        kind: 'server.start',
        account_id: me.accountId,
        resource_kind: 'server',
        resource_id: me.has.server,
        input: '{}',
        state: 'done',
      })
      .execute();
    await givenSession(lab.db, me);
    await givenPasskey(lab.db, me);
    await givenSavedCard(lab.db, me);
    await lab.db.transaction().execute(async (trx) => {
      const money = {
        accountId: me.accountId,
        amount: 100n,
        gateway: 'operator' as const,
        paymentMethod: 'operator',
        description: 'Given',
        now: new Date(),
      };
      await deposit(trx, money);
      await registerImage(trx, { key: `more-${i}`, name: `More ${i}`, group: 'tiny', path: '/nowhere', format: 'raw' });
    });
  }
  await givenPayouts(lab.db, await givenAffiliate(lab.db, { account: me }), 3);
});
afterAll(() => setup.lab.close());

const lists = operations(({ reply }) => reply.paginated === true);

describe.each(lists)('$name', ({ name, operation }) => {
  const pathOf = (me: AccountWithResources) => `https://api.example.org${urlOf(name, { params: paramsOf(operation, me) })}`;
  const ask = async (query: Record<string, string | number>) => {
    const reply = await setup.send(requestFor(name, setup.me, { query }));
    expect(reply.status).toBe(200);
    return reply.body;
  };

  it('links the first page to the others', async () => {
    const body = await ask({ per_page: 1 });
    const { last_page, total } = body.meta;
    expect(total).toBeGreaterThan(2);
    expect(last_page).toBe(total);
    const path = pathOf(setup.me);
    const link = (page: number) => `${path}?per_page=1&page=${page}`;
    expect(body.links).toEqual({ first: link(1), last: link(last_page), prev: null, next: link(2) });
    expect(body.meta).toMatchObject({ current_page: 1, from: 1, to: 1, per_page: 1, path });
    expect(body.meta.links).toEqual([
      { url: null, label: '&laquo; Previous', active: false },
      ...Array.from({ length: last_page }, (_, i) => ({ url: link(i + 1), label: String(i + 1), active: i === 0 })),
      { url: link(2), label: 'Next &raquo;', active: false },
    ]);
  });

  it('shows every item once, page by page', async () => {
    const { meta } = await ask({ per_page: 2 });
    const ids: unknown[] = [];
    for (let page = 1; page <= meta.last_page; page += 1) {
      const body = await ask({ per_page: 2, page });
      expect(body.meta).toMatchObject({ from: ids.length + 1, to: ids.length + body.data.length, current_page: page });
      ids.push(...body.data.map((item: { id?: unknown; ip?: unknown }) => item.id ?? item.ip));
    }
    expect(new Set(ids).size).toBe(meta.total);
  });

  it('is empty after its last page, and links back', async () => {
    const body = await ask({ per_page: 1, page: 1_000_000 });
    expect(body.data).toEqual([]);
    expect(body.meta).toMatchObject({ current_page: 1_000_000, from: 0, to: 0 });
    expect(body.links.next).toBeNull();
    expect(body.links.prev).toBe(`${pathOf(setup.me)}?per_page=1&page=${body.meta.last_page}`);
  });

  it('has its own default number of items on a page', async () => {
    const { meta } = await ask({});
    const fifty = ['listServerImages', 'listBackups', 'listSnapshots'];
    const others = name === 'listInvoices' ? 30 : 20;
    expect(meta.per_page).toBe(fifty.includes(name) ? 50 : others);
  });
});

it('links keep all other parameters', async () => {
  const query = { 'filter[search]': 'given & more=ü', per_page: 1, 'sort[created_at]': 'asc', page: 1 };
  const { body } = await setup.send(requestFor('listServers', setup.me, { query }));
  expect(body.links.first).toBe(
    'https://api.example.org/v1/servers?filter%5Bsearch%5D=given%20%26%20more%3D%C3%BC&per_page=1&sort%5Bcreated_at%5D=asc&page=1',
  );
});

it('an empty list has one page, with items 0 to 0', async () => {
  const { body } = await setup.send(requestFor('listServers', setup.me, { query: { 'filter[search]': 'nothing-like-it' } }));
  expect(body.meta).toMatchObject({ current_page: 1, from: 0, to: 0, last_page: 1, total: 0 });
  expect(body.links).toMatchObject({ prev: null, next: null });
});
