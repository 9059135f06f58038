/** Tests that floating IPs are bought, renewed, cancelled and retained like every service. */
import { addPool } from '@innkeeper/db/seed/add-pool';
import { insertCancelRequest, updateService } from '@innkeeper/db/tables/services';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenFloatingIp } from '../../given-floating-ips.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { balance } from '../given-deploy.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

let lab: Lab;
let now = new Date('2027-01-31T12:00:00Z');
const clock = { now: () => now };
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
  await lab.db.transaction().execute(async (trx) => {
    await addPool(trx, { name: 'guarded', cidr: '10.8.0.0/28', gateway: '10.8.0.1', ddos_protected: true, uses: 'floating' });
    await addPool(trx, { name: 'six', cidr: '2001:db8:8::/48', gateway: 'fe80::1', uses: 'floating' });
  });
  given = renewalHelpers(lab, clock);
});
beforeEach(async () => {
  me = await givenAccount(lab.db, { funds: 100_000n });
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await lab.close();
});

type Call = Parameters<Lab['call']>;
const call = (operation: Call[0], input: Call[1] = {}, token = me.token) => lab.call(operation, input, { token });
const buy = (body: object, token = me.token) => call('purchaseFloatingIps', { body }, token);
const idsOf = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map(({ id }) => id);
const list = async (query = {}) => (await call('listFloatingIps', { query })).body;
const addressOf = (id: number) =>
  lab.db.selectFrom('ip_addresses').selectAll().where('floating_ip_id', '=', id).executeTakeFirst();
const order = async (id: unknown) => (await call('getOrder', { params: { id: Number(id) } })).body;

describe('purchaseFloatingIps', () => {
  test('orders all kinds in one order with one line each, paid at once, and lists them', async () => {
    const bought = await buy({ ipv4: 1, ipv4_ddos: 1, ipv6: 1, billing_cycle: 3 });
    expect(bought.status).toBe(200);
    expect(bought.body.data).toMatchObject([
      {
        ...{ status: 'active', server_id: null, server_hostname: null, server_main_ip: null, locked: false, billing_cycle: 3 },
        ...{ expiry_at: '2027-04-30T12:00:00.000000Z', cancel_request: null },
        plan: { id: 'floating-ipv4', price: '2.00', price_with_vat: '2.40', available: true },
        ip_address: { version: 4, main: false, ddos_protected: false, floating_ip: { status: 'active', locked: null } },
      },
      { plan: { id: 'floating-ipv4-ddos' }, ip_address: { ddos_protected: true } },
      { plan: { id: 'floating-ipv6' }, ip_address: { version: 6, prefix: 64, gateway: 'fe80::1' } },
    ]);
    const paid = await order(bought.headers['x-order-id']);
    expect(paid).toMatchObject({ type: 'new-floating-ip', status: 'paid', amount: 24, amount_with_vat: 28.8 });
    expect(paid.services).toMatchObject([
      {
        label: 'Floating IPv4 address',
        sublabel: bought.body.data[0].ip_address.ip_address,
        service_type: 'floating-ip',
        amount: 6,
      },
      { amount: 15 },
      { amount: 3 },
    ]);
    const explained = await call('explainOrder', { params: { id: paid.id } });
    expect(explained.status).toBe(200);
    expect((await list()).data.map(({ id }: { id: number }) => id).toSorted()).toEqual(idsOf(bought).toSorted());
    expect(await given.periods(idsOf(bought)[0] as number)).toEqual(['2027-01-31 2027-04-30 paid']);
  });

  test('a quote returns the price and changes nothing', async () => {
    const quote = await call('purchaseFloatingIps', { query: { dry_run: 'true' }, body: { ipv4: 2 } });
    expect(quote.body).toMatchObject({ amount: 4, amount_with_vat: 4.8, covered_by_balance: true, capacity: 'ok' });
    const lacking = await call('purchaseFloatingIps', { query: { dry_run: 'true' }, body: { ipv4_ddos: 60 } });
    expect(lacking.body.capacity).toBe('No IPv4 address with DDoS protection is free at the moment. Try again later.');
    expect((await list()).data).toEqual([]);
    expect(await balance(lab, me)).toBe(1000);
  });

  test('refuses kinds that are not on sale, an empty order, and servers that cannot be used', async () => {
    expect((await buy({})).body.errors).toEqual({ ipv4: ['Must order at least one address.'] });
    expect((await buy({ ipv4: 1, server_id: 999_999 })).body.errors).toEqual({ server_id: ['This server does not exist.'] });
    const other = await givenAccount(lab.db);
    const foreign = await givenServer(lab.db, { accountId: other.accountId });
    expect((await buy({ ipv4: 1, server_id: foreign })).status).toBe(403);
    const suspended = await givenServer(lab.db, { accountId: me.accountId, status: 'suspended' });
    expect((await buy({ ipv4: 1, server_id: suspended })).body).toMatchObject({ code: 'wrong_state' });
    await lab.db.updateTable('floating_ip_plans').set({ disabled_at: now }).where('kind', '=', 'ipv6').execute();
    expect((await buy({ ipv6: 1 })).body.errors).toEqual({ ipv6: ['This floating IP plan is not on sale.'] });
    const plans = (await call('listFloatingIpPlans')).body.data;
    expect(plans.map(({ id }: { id: string }) => id)).toEqual(['floating-ipv4', 'floating-ipv4-ddos']);
    await lab.db.updateTable('floating_ip_plans').set({ disabled_at: null }).where('kind', '=', 'ipv6').execute();
  });

  test('an uncovered order reserves its addresses, counts as unpaid, and releases them when it expires', async () => {
    me = await givenAccount(lab.db);
    const waiting = await buy({ ipv4: 1 });
    const [id] = idsOf(waiting) as [number];
    expect(waiting.body.data[0]).toMatchObject({ status: 'awaiting_payment', expiry_at: null });
    expect((await buy({ ipv4: 1 })).body).toMatchObject({ code: 'unpaid_limit' });
    expect((await list()).data).toEqual([]);
    expect((await list({ 'filter[status]': 'awaiting_payment' })).data).toHaveLength(1);
    now = new Date(now.getTime() + days(4));
    await expireOrders(given.cx());
    expect(await order(waiting.headers['x-order-id'])).toMatchObject({ status: 'cancelled' });
    expect(await addressOf(id)).toBeUndefined();
    // A terminated floating IP still shows its former address.
    const [ended] = (await list({ 'filter[status]': 'terminated' })).data;
    expect(ended).toMatchObject({ id, ip_address: { ip_address: waiting.body.data[0].ip_address.ip_address } });
  });

  test('is paid automatically after a deposit, and its period starts then', async () => {
    me = await givenAccount(lab.db);
    const waiting = await buy({ ipv4: 1 });
    now = new Date(now.getTime() + 60_000);
    await given.fund(me.accountId, 1_000n);
    await given.pay();
    expect((await list()).data).toMatchObject([{ id: idsOf(waiting)[0], status: 'active' }]);
    expect(await given.periods(idsOf(waiting)[0] as number)).toHaveLength(1);
  });

  test('20 concurrent purchases get the last address once', async () => {
    await lab.db.updateTable('ip_pools').set({ draining: true }).where('ddos_protected', '=', true).execute();
    await lab.db
      .transaction()
      .execute((trx) =>
        addPool(trx, { name: 'one', cidr: '10.9.0.0/30', gateway: '10.9.0.1', ddos_protected: true, uses: 'floating' }),
      );
    const accounts = await Promise.all(Array.from({ length: 20 }, () => givenAccount(lab.db, { funds: 10_000n })));
    const answers = await Promise.all(accounts.map(({ token }) => buy({ ipv4_ddos: 1 }, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code])))).toEqual(new Set(['no_capacity']));
    await lab.db.updateTable('ip_pools').set({ draining: false }).where('name', '=', 'guarded').execute();
  });
});

describe('listFloatingIps', () => {
  test('filters by address, text, protection and status', async () => {
    const server = await givenServer(lab.db, { accountId: me.accountId, hostname: 'harbour-7' });
    const on = await givenFloatingIp(lab.db, { accountId: me.accountId, serverId: server });
    const six = await givenFloatingIp(lab.db, { accountId: me.accountId, kind: 'ipv6' });
    const ddos = await givenFloatingIp(lab.db, { accountId: me.accountId, kind: 'ipv4-ddos', status: 'suspended' });
    const ids = async (query: object) => (await list(query)).data.map(({ id }: { id: number }) => id);
    expect(await ids({})).toEqual([ddos, six, on]);
    const { address = '' } = (await addressOf(on)) ?? {};
    expect(await ids({ 'filter[ip]': address })).toEqual([on]);
    const prefix = (await addressOf(six))?.address.replace('::1', '::beef:1') ?? '';
    expect(await ids({ 'filter[ip]': prefix })).toEqual([six]);
    expect(await ids({ 'filter[search]': 'HARBOUR' })).toEqual([on]);
    expect(await ids({ 'filter[search]': address.slice(-5) })).toContain(on);
    expect(await ids({ 'filter[ddos]': 'true' })).toEqual([ddos]);
    expect(await ids({ 'filter[ddos]': 'false' })).toEqual([six, on]);
    expect(await ids({ 'filter[status]': 'active' })).toEqual([six, on]);
    const page = await list({ per_page: 1, page: 2 });
    expect([page.data[0].id, page.meta.total]).toEqual([six, 3]);
    expect((await list({ 'filter[search]': 'harbour' })).data[0]).toMatchObject({
      ...{ server_id: server, server_hostname: 'harbour-7' },
      server_main_ip: expect.stringMatching(/^\d/),
    });
    // The server shows the address too, and a search for the address finds the server.
    const shown = (await call('getServer', { params: { id: server } })).body;
    expect(shown.ip_addresses).toMatchObject([{ main: true, floating_ip: null }, { floating_ip: { id: on, server_id: server } }]);
    const found = (await call('listServers', { query: { 'filter[search]': address } })).body.data;
    expect(found.map(({ id }: { id: number }) => id)).toEqual([server]);
  });

  test('hides floating IPs of other accounts and refuses operations on them', async () => {
    const other = await givenAccount(lab.db);
    const id = await givenFloatingIp(lab.db, { accountId: other.accountId });
    expect((await list()).data).toEqual([]);
    for (const name of ['renewFloatingIps', 'cancelFloatingIps', 'undoCancelFloatingIps', 'detachFloatingIps'] as const) {
      const more = { renewFloatingIps: { billing_cycle: 1 }, cancelFloatingIps: { now: true } } as Record<string, object>;
      expect([name, (await call(name, { body: { ids: [id], ...more[name] } })).status]).toEqual([name, 403]);
      const absent = await call(name, { body: { ids: [999_999], ...more[name] } });
      expect([name, absent.body.errors]).toEqual([name, { 'ids.0': ['This floating IP does not exist.'] }]);
      const twice = await call(name, { body: { ids: [id, id], ...more[name] } });
      expect([name, twice.status]).toEqual([name, 422]);
    }
  });
});

describe('renewFloatingIps', () => {
  test('orders a line for each, starting at the end of the paid period', async () => {
    const bought = await buy({ ipv4: 2 });
    const ids = idsOf(bought);
    const quote = await call('renewFloatingIps', { query: { dry_run: 'true' }, body: { ids, billing_cycle: 3 } });
    expect(quote.body).toMatchObject({ amount: 12 });
    const renewed = await call('renewFloatingIps', { body: { ids, billing_cycle: 3 } });
    expect([renewed.status, renewed.body.type, renewed.body.amount]).toEqual([201, 'renew-service', 12]);
    expect(renewed.body.services).toMatchObject([{ service_type: 'floating-ip', is_period_changeable: true }, {}]);
    expect(await given.periods(ids[0] as number)).toHaveLength(2);
  });

  test('refuses one that has ended, awaits payment or is cancelled', async () => {
    const renewIt = async (fields: object) => {
      const id = await givenFloatingIp(lab.db, { accountId: me.accountId, ...fields });
      return (await call('renewFloatingIps', { body: { ids: [id], billing_cycle: 1 } })).body.message;
    };
    expect(await renewIt({ status: 'terminated' })).toMatch(/^Floating IP \d+ is terminated and cannot be renewed\.$/);
    expect(await renewIt({ status: 'awaiting_payment' })).toMatch(/is awaiting_payment/);
    const id = await givenFloatingIp(lab.db, { accountId: me.accountId });
    await insertCancelRequest(lab.db, { service_id: id, now: false, reason: null, created_at: now });
    const refused = await call('renewFloatingIps', { body: { ids: [id], billing_cycle: 1 } });
    expect(refused.body.message).toBe(`Floating IP ${id} is cancelled. Withdraw the cancellation first.`);
  });

  test('renews automatically in one order with a server due on the same day; unpaid ones are suspended and end', async () => {
    now = new Date('2027-05-01T12:00:00Z');
    me = await givenAccount(lab.db);
    await given.fund(me.accountId, 1_000n);
    const [id] = idsOf(await buy({ ipv4: 1 })) as [number];
    await given.server(me.accountId, { billing_anchor: now, expiry_at: new Date('2027-06-01T12:00:00Z') });
    now = new Date('2027-05-26T12:00:00Z');
    await given.renew();
    expect((await given.orders(me.accountId)).at(-1)).toMatchObject({ type: 'combined', status: 'paid' });
    expect((await given.service(id)).until).toBe('2027-07-01');

    now = new Date('2027-06-26T12:00:00Z');
    await given.renew();
    expect((await given.orders(me.accountId)).at(-1)).toMatchObject({ type: 'combined', status: 'awaiting_payment' });
    now = new Date('2027-07-01T12:00:01Z');
    await expireServices(given.cx());
    expect((await list()).data).toMatchObject([{ id, status: 'suspended' }]);
    expect(await addressOf(id)).toBeDefined();
    now = new Date(now.getTime() + days(8));
    await expireServices(given.cx());
    expect((await given.service(id)).status).toBe('terminated');
    expect(await addressOf(id)).toBeUndefined();
  });

  test('paying in time resumes a suspended one', async () => {
    const id = await givenFloatingIp(lab.db, {
      accountId: me.accountId,
      status: 'suspended',
      expiry_at: now,
      billing_anchor: now,
    });
    await updateService(lab.db, id, { suspended_at: now });
    await call('renewFloatingIps', { body: { ids: [id], billing_cycle: 1 } });
    expect((await given.service(id)).status).toBe('active');
  });
});

describe('cancelFloatingIps', () => {
  test('now: it ends, its address is quarantined, and the remainder is refunded with a credit note', async () => {
    now = new Date('2027-08-01T00:00:00Z');
    const bought = await buy({ ipv4: 1, billing_cycle: 1 });
    const [id] = idsOf(bought) as [number];
    now = new Date('2027-08-16T12:00:00Z');
    const before = await balance(lab, me);
    const body = { ids: [id], now: true, reason: 'No longer needed.' };
    const quote = await call('cancelFloatingIps', { query: { dry_run: 'true' }, body });
    expect(quote.body).toMatchObject({ amount: -1, amount_with_vat: -1.2 });
    expect((await call('cancelFloatingIps', { body })).body).toEqual({});
    expect((await given.service(id)).status).toBe('terminated');
    expect((await balance(lab, me)) - before).toBeCloseTo(1.2);
    // The credit note shows how much of the period was left, as the order does.
    await givenSeller(lab.db);
    await issueNow(lab.db, clock);
    const orderId = Number(bought.headers['x-order-id']);
    const { body: explained } = await call('explainOrder', { params: { id: orderId } });
    const texts: string[] = explained.lines[0].steps.map(({ text }: { text: string }) => text);
    const note = await lab.db
      .selectFrom('invoices')
      .select('document')
      .where('account_id', '=', me.accountId)
      .where('type', '=', 'credit-note')
      .executeTakeFirstOrThrow();
    expect(note.document.lines).toMatchObject([
      { label: `Refund of order ${orderId}: the floating IP was cancelled`, sublabel: 'Floating IPv4 address' },
    ]);
    expect(note.document.lines[0]?.words).toEqual([...texts.slice(-2), 'VAT of 20 % on EUR 1.00: EUR 0.20.']);
    expect(texts.at(-2)).toContain('1339200 of 2678400 seconds of the current period: EUR 1.00.');
    expect(await addressOf(id)).toBeUndefined();
    expect((await call('cancelFloatingIps', { body })).body).toMatchObject({ code: 'wrong_state' });
    expect((await call('undoCancelFloatingIps', { body: { ids: [id] } })).body).toMatchObject({ code: 'wrong_state' });
    const again = await buy({ ipv4: 1 });
    // An account that has just released the address gets it back first.
    expect(again.body.data[0].ip_address.ip_address).toBe(bought.body.data[0].ip_address.ip_address);
  });

  test('at its expiry: it stays until then, can be undone free of charge, and ends a grace period later', async () => {
    const [id] = idsOf(await buy({ ipv4: 1 })) as [number];
    const cancel = { ids: [id], now: false };
    expect((await call('cancelFloatingIps', { query: { dry_run: 'true' }, body: cancel })).body.amount).toBe(0);
    await call('cancelFloatingIps', { body: cancel });
    expect((await list()).data).toMatchObject([{ id, status: 'active', cancel_request: { now: 0 } }]);
    expect((await call('undoCancelFloatingIps', { query: { 'ids[]': [String(id)] } })).status).toBe(200);
    expect((await list()).data).toMatchObject([{ id, cancel_request: null }]);
    await call('cancelFloatingIps', { body: cancel });
    now = new Date('2027-09-17T12:00:01Z');
    await expireServices(given.cx());
    expect((await given.service(id)).status).toBe('suspended');
    now = new Date(now.getTime() + days(8));
    await expireServices(given.cx());
    expect((await given.service(id)).status).toBe('terminated');
  });

  test('cancels all or none: one that cannot be cancelled refuses the request', async () => {
    const [first] = idsOf(await buy({ ipv4: 1 })) as [number];
    const ended = await givenFloatingIp(lab.db, { accountId: me.accountId, status: 'terminated' });
    expect((await call('cancelFloatingIps', { body: { ids: [first, ended], now: true } })).status).toBe(422);
    expect((await given.service(first)).status).toBe('active');
  });
});
