/** Tests addons of active servers: bought, changed and given up, with every amount exact to the cent. */
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { NicRecords } from '@innkeeper/engine/network/nics';
import { releaseAddresses } from '@innkeeper/jobs/release-addresses';
import type { EndSteps } from '@innkeeper/model/pricing/explanation';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { balance, type DeployRequest, deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let ahead: number;
/** Returns the time rounded down to the full hour. */
const clock = { now: () => new Date(Math.floor((Date.now() + ahead) / 3_600_000) * 3_600_000) };
const setClock = (to: string): void => {
  ahead = new Date(to).getTime() - Date.now();
};
beforeAll(async () => {
  setClock('2026-09-01T00:00:00Z');
  chain = await openChain({ clock });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());

async function server(request: DeployRequest = {}): Promise<number> {
  const { status, body } = await deploy(chain, owner, request);
  expect([status, body]).toMatchObject([201, {}]);
  await chain.serverWhen(body.id, owner.token, (one) => one.status === 'active');
  return body.id;
}
const call = (name: Parameters<Chain['call']>[0], id: number, body?: object, more: object = {}, query = {}) =>
  chain.call(name, { params: { id, ...more }, ...(body && { body }), query } as never, { token: owner.token });
const addonsOf = async (id: number) => (await call('getServer', id)).body.addons;
const cents = async () => Math.round((await balance(chain, owner)) * 100);

describe('with a new server', () => {
  // Tests below set terms by hand, so the books are checked here.
  afterAll(() => expectBooksClean(chain.db));
  test('each addon is a line and a service of its own, with the same period as the server', async () => {
    const before = await cents();
    const id = await server({ backups: true, microsoft_rds_sal: 3, bandwidth: 2, cpanel: 'cpanel-admin-5', billing_cycle: 3 });
    const addons = await addonsOf(id);
    expect(addons).toMatchObject([
      { name: 'backups', status: 'active', quantity: 1, extra: { next_backup_at: expect.any(String) } },
      { name: 'cpanel-admin-5', quantity: 1, upgrade_price_per_user: null, extra: null },
      { name: 'bandwidth', quantity: 2 },
      { name: 'microsoft_rds_sal', quantity: 3, upgrade_price_per_user: expect.any(String) },
    ]);
    const rows = await chain.db.selectFrom('services').selectAll().where('parent_id', '=', id).execute();
    const main = await chain.db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    for (const row of rows) expect([row.expiry_at, row.billing_anchor]).toEqual([main.expiry_at, main.billing_anchor]);
    const order = (await chain.call('listOrders', {}, { token: owner.token })).body.data[0];
    const { services, amount_with_vat } = (await call('getOrder', order.id)).body;
    expect(services).toHaveLength(5);
    expect(services.map((line: { service_type: string }) => line.service_type)).toEqual([
      'server',
      ...Array(4).fill('server-addon'),
    ]);
    expect(before - (await cents())).toBe(Math.round(amount_with_vat * 100));
    const status = (await call('getServerStatus', id)).body;
    expect(status.bandwidth.limit).toBe(3000);
    const alerts = await chain.db.selectFrom('operator_alerts').select('message').where('resource_id', '=', id).execute();
    expect(alerts.map(({ message }) => message).sort()).toEqual([
      expect.stringMatching(/^Deliver 1 x .*cpanel-admin-5/),
      expect.stringMatching(/^Deliver 3 x .*microsoft_rds_sal/),
    ]);
  });

  test('extra addresses are reserved with the order, and released with it', async () => {
    const { status, body, headers } = await deploy(chain, owner, { extra_ipv4: 2, auto_pay: false });
    expect([status, body.ip_addresses.length]).toEqual([201, 3]);
    expect(body.addons).toMatchObject([{ name: 'extra_ipv4', quantity: 2, status: 'awaiting_payment' }]);
    await call('deleteOrder', Number(headers['x-order-id']));
    const held = await chain.db.selectFrom('ip_addresses').select('id').where('server_id', '=', body.id).execute();
    expect(held).toEqual([]);
    expect(await addonsOf(body.id)).toEqual([]);
  });

  test.each([
    [{ cpanel: 'backups' }, 'cpanel'],
    [{ cpanel: 'cpanel-nothing' }, 'cpanel'],
    [{ microsoft_rds_sal: 9_999 }, 'microsoft_rds_sal'],
    [{ plan: 'dedicated-small', bandwidth: 1 }, 'bandwidth'],
  ])('refuses %j with an error at its field', async (request, field) => {
    const { status, body } = await deploy(chain, owner, request);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  test('reports unavailable addresses as lack of capacity, also in the quote', async () => {
    expect((await deploy(chain, owner, { extra_ipv6: 1 })).body).toMatchObject({ code: 'no_capacity' });
    const image = await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
    const body = { name: 'q', plan: 'nano', image_id: image.id, password: 'correct horse', extra_ipv6: 1 };
    const quote = await chain.call('deployServer', { body, query: { dry_run: 'true' } } as never, { token: owner.token });
    expect(quote.body.capacity).toMatch('IPv6');
  });
});

describe('for an existing server', () => {
  test('they cost the rest of the period, by the second, and are renewed with the server', async () => {
    setClock('2026-09-01T00:00:00Z');
    const id = await server();
    setClock('2026-09-16T00:00:00Z');
    const listed = (await call('listServerAddons', id)).body.data;
    const offer = listed.find(({ key }: { key: string }) => key === 'backups');
    const before = await cents();
    const quoted = (await call('purchaseServerAddons', id, { backups: true }, {}, { dry_run: 'true' })).body;
    const { status, headers } = await call('purchaseServerAddons', id, { backups: true });
    expect(status).toBe(200);
    expect(before - (await cents())).toBe(Math.round(quoted.amount_with_vat * 100));
    expect(quoted.amount).toBe(offer.price_until_expiry);
    const order = (await call('getOrder', Number(headers['x-order-id']))).body;
    expect(order).toMatchObject({ type: 'new-addon', status: 'paid', services: [{ service_type: 'server-addon' }] });
    expect(await addonsOf(id)).toMatchObject([{ name: 'backups', status: 'active' }]);
    const again = await call('purchaseServerAddons', id, { backups: true });
    expect(again.body).toMatchObject({ code: 'wrong_state' });
    const renewal = await chain.call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } }, { token: owner.token });
    expect(renewal.body.services.map((line: { service_type: string }) => line.service_type)).toEqual(['server', 'server-addon']);
  });

  test('an addon ends with its server, cannot be bought while a renewal waits, and is included in the next one', async () => {
    setClock('2026-09-01T00:00:00Z');
    const id = await server();
    setClock('2026-09-16T00:00:00Z');
    const renew = (more: object = {}) =>
      chain.call('renewServers', { body: { server_ids: [id], billing_cycle: 1, ...more } }, { token: owner.token });
    await renew();
    const byHand = (await renew({ auto_pay: false })).body.id;
    expect((await call('purchaseServerAddons', id, { backups: true }, {}, { dry_run: 'true' })).body).toMatchObject({
      code: 'wrong_state',
    });
    expect((await call('purchaseServerAddons', id, { backups: true })).body).toMatchObject({ code: 'wrong_state' });
    await call('deleteOrder', byHand);
    await call('purchaseServerAddons', id, { backups: true });
    // Simulates a renewal that was paid without the addon.
    const { id: addon } = await chain.db
      .selectFrom('services')
      .select('id')
      .where('parent_id', '=', id)
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow();
    const until = new Date('2026-10-01T00:00:00Z');
    await chain.db.updateTable('services').set({ expiry_at: until }).where('id', '=', addon).execute();
    await chain.db.updateTable('service_periods').set({ period_to: until }).where('service_id', '=', addon).execute();
    const { services } = (await renew({ auto_pay: false })).body;
    expect(
      services.map((line: Record<string, unknown>) => [line.service_billing_cycle, line.period_from, line.period_to]),
    ).toEqual(
      [
        [1, '2026-11-01', '2026-12-01'],
        [2, '2026-10-01', '2026-12-01'],
      ].map(([months, from, to]) => [months, Date.parse(String(from)) / 1000, Date.parse(String(to)) / 1000]),
    );
  });

  test('a change of seats is charged or refunded at once, and quoted to the cent', async () => {
    setClock('2026-09-01T00:00:00Z');
    const id = await server({ microsoft_rds_sal: 2 });
    setClock('2026-09-11T05:00:00Z');
    for (const seats of [5, 3, 1, 4]) {
      const before = await cents();
      const calculated = (await call('calculateServerAddonScale', id, { microsoft_rds_sal: seats })).body;
      const quoted = (await call('scaleServerAddons', id, { microsoft_rds_sal: seats }, {}, { dry_run: 'true' })).body;
      const { status } = await call('scaleServerAddons', id, { microsoft_rds_sal: seats });
      expect(status).toBe(200);
      expect(before - (await cents())).toBe(Math.round(quoted.amount_with_vat * 100));
      expect(Number(calculated.amount_with_vat)).toBe(quoted.amount_with_vat);
      expect(await addonsOf(id)).toMatchObject([{ quantity: seats }]);
    }
    expect((await call('scaleServerAddons', id, { microsoft_office_sal: 1 })).body.errors).toHaveProperty('microsoft_office_sal');
    const orders = await chain.db.selectFrom('order_lines').selectAll().where('service_type', '=', 'server-addon').execute();
    expect(orders.every(({ refunded_net, net }) => refunded_net <= net)).toBe(true);
  });

  test('a control panel can be replaced, and there is at most one', async () => {
    setClock('2026-09-01T00:00:00Z');
    const id = await server({ cpanel: 'cpanel-admin-5' });
    expect((await call('purchaseServerAddons', id, { cpanel: 'cpanel-pro-30' })).body).toMatchObject({ code: 'wrong_state' });
    expect((await call('scaleServerAddons', id, { cpanel: 'cpanel-pro-30' })).status).toBe(200);
    expect(await addonsOf(id)).toMatchObject([{ name: 'cpanel-pro-30' }]);
  });

  test('an addon cancelled now ends with a refund of the rest; cancelled for later, it stays until its expiry', async () => {
    setClock('2026-09-01T00:00:00Z');
    const id = await server({ backups: true, extra_ipv4: 1, bandwidth: 1 });
    setClock('2026-09-20T00:00:00Z');
    const [backups, traffic, address] = ['backups', 'bandwidth', 'extra_ipv4'].map(
      (name, _i, _all, found = [] as { id: number; name: string }[]) => ({ name, found }),
    );
    const addons = (await addonsOf(id)) as { id: number; name: string }[];
    const idOf = (one: { name: string } | undefined) => addons.find(({ name }) => name === one?.name)?.id as number;
    const before = await cents();
    const cancel = { reason: 'not needed', now: true };
    const quoted = (await call('cancelServerAddon', id, cancel, { addon_id: idOf(traffic) }, { dry_run: 'true' })).body;
    expect(quoted.amount).toBeLessThan(0);
    expect((await call('cancelServerAddon', id, cancel, { addon_id: idOf(traffic) })).status).toBe(204);
    expect((await cents()) - before).toBe(-Math.round(quoted.amount_with_vat * 100));
    await tellsOfEnd(idOf(traffic));
    expect((await call('getServerStatus', id)).body.bandwidth.limit).toBe(1000);
    expect((await call('undoCancelServerAddon', id, undefined, { addon_id: idOf(traffic) })).body).toMatchObject({
      code: 'wrong_state',
    });
    await call('cancelServerAddon', id, cancel, { addon_id: idOf(address) });
    // The guest still has the address, so it cannot be assigned to others yet.
    const addressesOf = async () => (await call('getServer', id)).body.ip_addresses;
    expect(await addressesOf()).toHaveLength(2);
    expect(await releaseAddresses(givenJobCx(chain.db, { clock }))).toBe(1);
    await chain.serverWhen(id, owner.token, (one) => one.locked === null);
    expect(await addressesOf()).toHaveLength(1);
    expect((await new NicRecords(chain.home, 'simulated').read(machineIdOf(id)))?.addresses).toHaveLength(1);
    expect(await releaseAddresses(givenJobCx(chain.db, { clock }))).toBe(0);

    expect((await call('cancelServerAddon', id, { ...cancel, now: false }, { addon_id: idOf(backups) })).status).toBe(204);
    expect(await addonsOf(id)).toMatchObject([{ status: 'active', cancel_request: { now: 0, reason: 'not needed' } }]);
    await call('undoCancelServerAddon', id, undefined, { addon_id: idOf(backups) });
    expect(await addonsOf(id)).toMatchObject([{ cancel_request: null }]);
  });

  /** Asserts that the order which paid for the addon explains the refund, and that the audit finds every changed figure. */
  async function tellsOfEnd(addon: number): Promise<void> {
    const line = await chain.db.selectFrom('order_lines').selectAll().where('service_id', '=', addon).executeTakeFirstOrThrow();
    const { lines } = (await call('explainOrder', line.order_id)).body;
    const texts: string[][] = lines.map((one: { steps: { text: string }[] }) => one.steps.map(({ text }) => text));
    expect(
      texts.filter((ofOrder) => ofOrder.some((text) => text.startsWith('Refunded'))).map((ofOrder) => ofOrder.slice(-2)),
    ).toEqual([
      [
        expect.stringMatching(/950400 of 2592000 seconds of the current period: EUR \d+\.\d\d\.$/),
        expect.stringMatching(/^Refunded to the balance: EUR \d+\.\d\d and VAT of .*, paid with order \d+\.$/),
      ],
    ]);
    const findings = async () => (await auditBooks(chain)).findings.filter((one) => one.includes(`service ${addon} `));
    expect(await findings()).toEqual([]);
    const { end_steps } = await chain.db
      .selectFrom('services')
      .select('end_steps')
      .where('id', '=', addon)
      .executeTakeFirstOrThrow();
    const [rest, refund] = end_steps as EndSteps;
    const changed: EndSteps[] = [
      [{ ...rest, seconds: rest.seconds - 1 }, refund],
      [{ ...rest, price: '99900' }, refund],
      [rest, { ...refund, due: '1' }],
      [{ ...rest, from: '2026-09-19T00:00:00.000Z' }, refund],
    ];
    for (const steps of changed) {
      await chain.db
        .updateTable('services')
        .set({ end_steps: JSON.stringify(steps) })
        .where('id', '=', addon)
        .execute();
      expect(await findings()).not.toEqual([]);
    }
    await chain.db.updateTable('services').set({ end_steps: null }).where('id', '=', addon).execute();
    expect((await auditBooks(chain)).findings).toContainEqual(expect.stringContaining(`of line ${line.id};`));
    await chain.db
      .updateTable('services')
      .set({ end_steps: JSON.stringify(end_steps) })
      .where('id', '=', addon)
      .execute();
  }
});
