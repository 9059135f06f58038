/**
 * Tests journey 10, under attack: SSH that would be closed, a network tried before it is blocked, a live attack, and a customer who regains
 * access.
 */
import { addPool } from '@innkeeper/db/seed/add-pool';
import { insertAttack } from '@innkeeper/db/tables/attacks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer } from '../given.ts';
import { givenExtraAddress, givenIpv6Address } from '../given-addresses.ts';
import { type GivenTraffic, givenTraffic, movedClock } from '../given-attacks.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenCountryData } from '../given-geo.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { PHONE, views, WIDE } from './views.ts';

/** Address of the browser. */
const ME = '127.0.0.1';

let lab: ConsoleLab;
/** Clock of the traffic. It starts in the past, so that an attack of more than a minute ends before now. */
let clock: ReturnType<typeof movedClock>;
let traffic: GivenTraffic;
beforeAll(async () => {
  lab = await openConsoleLab();
  clock = movedClock(new Date(Date.now() - 600_000));
  traffic = await givenTraffic(lab.db, { clock });
});
afterAll(() => lab?.close());

/** Creates a customer at `ME` with a server whose address is watched. */
async function givenCustomer(view: typeof WIDE) {
  const owner = await givenAccount(lab.db, { funds: 10_000n });
  const serverId = await givenServer(lab.db, {
    accountId: owner.accountId,
    hostname: 'web-1',
    power: 'running',
    network_speed_mbps: 1000,
  });
  const { id: addressId, address } = await lab.db
    .updateTable('ip_addresses')
    .set({ assigned_at: new Date(Date.now() - 86_400_000) })
    .where('server_id', '=', serverId)
    .where('version', '=', 4)
    .returning(['id', 'address'])
    .executeTakeFirstOrThrow();
  const customer = await openCustomer(lab.origin, view);
  await signIn(lab.db, customer, owner, lab.origin);
  await lab.db.updateTable('sessions').set({ last_used_from: ME }).where('user_id', '=', owner.userId).execute();
  return { owner, customer, page: customer.page, serverId, addressId, address };
}

/** Inserts 340 sources of the last hour. 12 of them are in 198.51.100.0/24. */
async function givenSources(addressId: number): Promise<void> {
  const sources = Array.from({ length: 340 }, (_, at) => (at < 12 ? `198.51.100.${at + 1}` : `203.0.${at >> 8}.${at & 255}`));
  // A minute has at most 64 sources.
  const rows = Array.from({ length: 6 }, (_, at) => sources.slice(at * 60, (at + 1) * 60)).map((some, at) => ({
    ip_address_id: addressId,
    minute: new Date(Date.now() - (at + 1) * 60_000),
    sources: some,
    bytes: some.map(() => 1_000_000n),
    packets: some.map(() => 1_000n),
    ...(at === 0 && { other_bytes: 1_000_000n, other_packets: 10_000n }),
  }));
  for (const row of rows) await lab.db.insertInto('source_traffic').values(row).execute();
}

const packets = (count: number) => ({ packets: count, bytes: count * 500 });
const FLOWS = [
  { source: '192.0.2.1', protocol: 17, port: 53, ...packets(300_000) },
  { source: '192.0.2.2', protocol: 17, port: 123, ...packets(100_000) },
];

describe.each(views(import.meta.url))('$title', ({ view }) => {
  let owner: GivenAccount;
  let customer: Customer;
  let page: Page;
  let serverId: number;
  let addressId: number;
  let address: string;
  beforeAll(async () => {
    ({ owner, customer, page, serverId, addressId, address } = await givenCustomer(view));
  });
  afterAll(() => customer?.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');
  const card = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
  const list = async (name: 'getBlacklist' | 'getWhitelist') => (await lab.call(name, { params: { id: addressId } }, owner)).body;
  const openProtection = async () => {
    await page.goto(`${lab.origin}/servers/${serverId}/protection`);
    await card('Blacklist').waitFor();
  };

  test("warns that a rule without SSH excludes the user's own address", async () => {
    const id = await givenFirewall(lab.db, { accountId: owner.accountId, name: 'web', rules: [] });
    await lab.call('applyFirewall', { params: { id }, body: { server_ids: [serverId] } }, owner);
    await page.goto(`${lab.origin}/firewalls/${id}`);
    await press('Add rule');
    await dialog().getByRole('textbox', { name: 'Ports' }).fill('443');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText(`closes SSH for your address ${ME} on web-1`).waitFor();
  });

  test('a network can be tested against the last hour before it is blocked', async () => {
    await givenSources(addressId);
    await openProtection();
    await page.getByText(`No attack on ${address} now.`).waitFor();
    await page.getByText('No attack in the last 7 days.').waitFor();
    await page.getByText('No source is blocked now.').waitFor();
    await page.getByText('This host has no data of countries').waitFor();
    await expectAccessible(page);
    const blacklist = card('Blacklist');
    const tryIt = blacklist.getByRole('button', { name: 'Try on the last hour' });
    const field = blacklist.getByRole('textbox', { name: 'Addresses or networks to block' });
    expect(await tryIt.getAttribute('aria-disabled')).toBe('true');
    await field.fill('198.51.100.0/33');
    await tryIt.click();
    await blacklist.getByRole('alert').waitFor();
    expect(await dialog().count()).toBe(0);
    await field.fill('198.51.100.0/24');
    await tryIt.click();
    await dialog().getByText('It drops 12 of 340 sources of the last hour.').waitFor();
    await dialog().getByText('The dropped traffic is 12 MB of 340 MB.').waitFor();
    await dialog().getByText('3 % of the packets came from sources that send too little to be recorded.').waitFor();
    await expectAccessible(page);
    expect(await list('getBlacklist')).toMatchObject({ active: false });
    await dialog().getByRole('button', { name: 'Block 198.51.100.0/24' }).click();
    await blacklist.getByRole('listitem').filter({ hasText: '198.51.100.0/24' }).waitFor();
    expect(await list('getBlacklist')).toEqual({ active: true, networks: ['198.51.100.0/24'] });

    // The page warns about the visitor's own address before it is blocked, unless the whitelist contains it.
    await field.fill(ME);
    await tryIt.click();
    await dialog().getByRole('alert').getByText(`This drops your own address ${ME}.`).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    const whitelist = card('Whitelist');
    await whitelist.getByRole('textbox', { name: 'Addresses or networks to allow' }).fill(ME);
    await whitelist.getByRole('button', { name: 'Try on the last hour' }).click();
    await dialog()
      .getByRole('button', { name: `Allow ${ME}` })
      .click();
    await whitelist.getByRole('listitem').filter({ hasText: ME }).waitFor();
    await tryIt.click();
    await dialog().getByText('of 340 sources').waitFor();
    expect(await dialog().getByRole('alert').count()).toBe(0);
    await dialog().getByRole('button', { name: 'Cancel' }).click();

    // Lists are edited as text, disabled, shortened and deleted, each after a try.
    await press('Acts of the blacklist');
    await page.getByRole('menuitem', { name: 'Edit as text' }).click();
    await dialog().getByRole('textbox').fill('198.51.100.0/24\n203.0.0.0/24');
    await dialog().getByRole('button', { name: 'Try on the last hour' }).click();
    await dialog()
      .getByText(/It drops 2\d\d of 340 sources/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Replace the blacklist' }).click();
    await press('Unblock 203.0.0.0/24');
    await dialog().getByText('It drops 12 of 340 sources').waitFor();
    await dialog().getByRole('button', { name: 'Unblock 203.0.0.0/24' }).click();
    await expect.poll(() => list('getBlacklist')).toEqual({ active: true, networks: ['198.51.100.0/24'] });
    await press('Acts of the blacklist');
    await page.getByRole('menuitem', { name: 'Switch the blacklist off' }).click();
    await dialog().getByText('It drops 0 of 340 sources').waitFor();
    await dialog().getByRole('button', { name: 'Switch the blacklist off' }).click();
    await expect.poll(() => list('getBlacklist')).toMatchObject({ active: false });
    await press('Acts of the whitelist');
    await page.getByRole('menuitem', { name: 'Delete the whitelist' }).click();
    await dialog().getByRole('button', { name: 'Delete the whitelist' }).click();
    await expect.poll(() => list('getWhitelist')).toEqual({ active: false, networks: [] });
  });

  test('an attack is shown in the server list, the overview and its record, and the own address can be allowed', async () => {
    await page.goto(`${lab.origin}/servers`);
    const row = page.getByRole('row').filter({ hasText: 'web-1' });
    await row.waitFor();
    await traffic.seconds(6, address, {});
    await traffic.seconds(1, address, { udp: packets(40_000) });
    await row.getByText('under attack').waitFor();

    await page.goto(`${lab.origin}/`);
    const need = page.getByRole('list', { name: 'Needs you' }).getByRole('link').filter({ hasText: 'web-1 is under attack' });
    await need.getByText('Nothing filters it.').waitFor();
    await need.click();
    await page.getByRole('alert').getByText(`${address} is under attack.`).waitFor();
    await page.getByRole('alert').getByText('Nothing filters it').waitFor();
    expect(await page.getByRole('link', { name: 'Get a floating IP with protection' }).count()).toBe(0);
    await expectAccessible(page);
    await press('Let my address through');
    await page
      .getByRole('status')
      .getByText(new RegExp(`^${ME} passes until`))
      .waitFor();

    await traffic.seconds(9, address, { udp: packets(400_000) }, { passed: packets(1_000), flows: FLOWS });
    await page.getByRole('link', { name: 'Look at the attack' }).click();
    await page.getByRole('heading', { level: 2, name: 'UDP flood' }).waitFor();
    const sources = page.getByRole('table', { name: 'Sources' });
    await sources.getByRole('row').filter({ hasText: '192.0.2.1' }).waitFor();
    await page.getByText('Goes on').waitFor();
    await expectAccessible(page);
    await traffic.seconds(70, address, {});
    await page.getByText('Ended', { exact: true }).first().waitFor();
    await expect.poll(() => sources.getByRole('rowheader').allTextContents()).toEqual(['192.0.2.1', '192.0.2.2']);
    await page.getByRole('table', { name: 'Protocols' }).getByRole('rowheader', { name: 'UDP' }).waitFor();
    await page.getByRole('table', { name: 'Ports' }).getByRole('row').filter({ hasText: 'UDP 53' }).waitFor();
    await page.getByText('This host has no data of networks.').waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Traffic by time' }).getByRole('row').count()).toBeGreaterThan(1);
    await expectAccessible(page);

    // A link without the address finds the attack on the only address, and a wrong link shows an error.
    const { pathname } = new URL(page.url());
    await page.goto(lab.origin + pathname);
    await page.getByRole('heading', { level: 2, name: 'UDP flood' }).waitFor();
    await page.goto(`${lab.origin}/servers/${serverId}/protection/attacks/aaaaaaaaaaaaaaa`);
    await page.getByText('This attack is not recorded').waitFor();

    await lab.db
      .insertInto('blocked_sources')
      .values({
        ip_address_id: addressId,
        source: '192.0.2.1',
        blocked_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    await openProtection();
    await page.getByRole('list', { name: 'Attacks' }).getByRole('link', { name: 'UDP flood' }).waitFor();
    await page.getByRole('list', { name: 'Blocked automatically' }).getByText('192.0.2.1').waitFor();
    await page.getByText(`No attack on ${address} now.`).waitFor();
    await expectAccessible(page);
    expect(customer.problems.filter((problem) => !/422|404/.test(problem))).toEqual([]);
  });
});

test('each address has its own state, and an attack on another address is mentioned', async () => {
  const { customer, page, owner, serverId, addressId, address } = await givenCustomer(WIDE);
  try {
    const six = await givenIpv6Address(lab.db, { serverId, accountId: owner.accountId });
    await page.goto(`${lab.origin}/servers/${serverId}/protection`);
    await page.getByText(`No attack on ${address} now.`).waitFor();
    const choice = page.getByRole('combobox', { name: 'Address' });
    await choice.selectOption(String(six));
    await page.getByText(/No attack on 2001:db8:6.*\/64 now\./).waitFor();
    await page.getByRole('button', { name: 'Let my address through' }).click();
    await page.getByRole('alert').getByText('Send the request over IPv6.').waitFor();
    const { id } = (await insertAttack(lab.db, { account_id: owner.accountId, ip_address_id: addressId })) ?? { id: 0 };
    await page.getByRole('alert').getByText(`${address} is under attack.`).waitFor();
    expect(await choice.inputValue()).toBe(String(six));
    await page.getByRole('link', { name: 'Show this address' }).click();
    await expect.poll(() => choice.inputValue()).toBe(String(addressId));
    await page.getByRole('link', { name: 'Look at the attack' }).click();
    await page.getByRole('heading', { level: 2, name: 'UDP flood' }).waitFor();
    // Without the address the person chooses, because one request for each address would be too many.
    const { pathname } = new URL(page.url());
    await page.goto(lab.origin + pathname);
    await page.getByText('This link does not name the attacked address.').waitFor();
    await expectAccessible(page);
    await page.getByRole('list', { name: 'Address' }).getByRole('link', { name: address }).click();
    await page.getByRole('heading', { level: 2, name: 'UDP flood' }).waitFor();
    await page.getByRole('link', { name: 'Protection' }).first().click();
    await lab.db.updateTable('attacks').set({ ended_at: new Date() }).where('id', '=', id).execute();
    await page.getByText(`No attack on ${address} now.`).waitFor();
  } finally {
    await customer.close();
  }
});

test.each([
  { pool: 'without protection', isProtected: false, sentence: /Nothing filters it/, links: 1 },
  { pool: 'with protection', isProtected: true, sentence: /Its traffic is filtered\./, links: 0 },
])(
  'a running page tells whether an attack on an address of a pool $pool is filtered',
  async ({ isProtected, sentence, links }) => {
    const pool = { name: 'guarded', cidr: '10.99.0.0/28', gateway: '10.99.0.1', ddos_protected: true };
    await lab.db.transaction().execute((trx) => addPool(trx, pool));
    const { customer, page, owner, serverId, addressId } = await givenCustomer(WIDE);
    const attacked = isProtected ? (await givenExtraAddress(lab.db, { serverId, protected: true })).id : addressId;
    try {
      await page.goto(`${lab.origin}/servers/${serverId}`);
      await page.getByRole('heading', { level: 1, name: 'web-1' }).waitFor();
      await insertAttack(lab.db, { account_id: owner.accountId, ip_address_id: attacked });
      await page.getByText(sentence).waitFor();
      const offer = page.getByRole('link', { name: 'Get a floating IP with protection' });
      await expect.poll(() => offer.count()).toBe(links);
      await expectAccessible(page);
      await page.goto(`${lab.origin}/`);
      const need = page.getByRole('list', { name: 'Needs you' }).getByRole('link').filter({ hasText: 'web-1 is under attack' });
      await need.getByText(sentence).waitFor();
      await need.click();
      await page
        .getByRole('alert')
        .getByText(isProtected ? /are filtered/ : sentence)
        .waitFor();
      await expect.poll(() => offer.count()).toBe(links);
      if (links > 0) {
        await offer.click();
        await page.getByRole('heading', { level: 1, name: 'Floating IPs' }).waitFor();
      }
      expect(customer.problems).toEqual([]);
    } finally {
      await customer.close();
    }
  },
);

test('filters packets by country, if the host has country data', async () => {
  await givenCountryData(lab.db, { AT: ['198.51.100.0-198.51.100.255'] });
  const { customer, page, serverId, addressId, owner } = await givenCustomer(PHONE);
  try {
    await givenSources(addressId);
    await page.goto(`${lab.origin}/servers/${serverId}/protection`);
    const geo = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Geo filter' }) });
    const filter = async () => (await lab.call('getGeoFilter', { params: { id: addressId } }, owner)).body;
    await geo.getByRole('combobox', { name: 'Add a country' }).selectOption('AT');
    await geo.getByRole('button', { name: 'Try on the last hour' }).click();
    await page.getByRole('dialog').getByText('It drops 12 of 340 sources').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the geo filter' }).click();
    await expect.poll(filter).toEqual({ active: true, action: 'deny', countries: ['AT'] });
    await geo.getByText('On', { exact: true }).waitFor();
    await geo.getByRole('radio', { name: 'Only these' }).check();
    await geo.getByRole('button', { name: 'Try on the last hour' }).click();
    await page.getByRole('dialog').getByText('It drops 328 of 340 sources').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    // The page reads the changed filter only when the next menu is open, which stays open.
    let allowRead: () => void = () => {};
    const opened = new Promise<void>((resolve) => {
      allowRead = resolve;
    });
    await page.route('**/geo', async (route) => {
      if (route.request().method() === 'GET') await opened;
      await route.continue();
    });
    for (const [act, left] of [
      ['Switch the geo filter off', { active: false, action: 'deny', countries: ['AT'] }],
      ['Delete the geo filter', { active: false, action: 'deny', countries: [] }],
    ] as const) {
      await geo.getByRole('button', { name: 'Acts of the geo filter' }).click();
      if (!left.countries.length) {
        allowRead();
        await geo.getByText('Off', { exact: true }).waitFor();
      }
      await page.getByRole('menuitem', { name: act }).click();
      await page
        .getByRole('dialog')
        .getByText(/The rules of now dropped \d+ of 340 sources/)
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: act }).click();
      await expect.poll(filter).toEqual(left);
    }
    expect(customer.problems).toEqual([]);
  } finally {
    await customer.close();
  }
});
