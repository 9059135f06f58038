/** Tests that a host name of the maximum length breaks no page, from phones to a wide window at 200 % zoom. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { type GivenPages, givenPages, PAGES } from './console-pages.ts';
import { type Opened, openEverything, refuseChanges } from './open-everything.ts';

/** Host name of 253 characters. */
const NAME = [63, 63, 63, 61].map((length, at) => 'wmxo'.charAt(at).repeat(length)).join('.');

/** Sizes of the window in CSS pixels. A window of 1440 pixels at 200 % zoom has 720. */
const WIDTHS = [390, 720, 900, 1440];

/** First words of the paths whose menus and dialogs may name servers. */
const WITH_SERVERS = ['servers', 'copies', 'isos', 'floating-ips', 'firewalls', 'ssh-keys', 'audit-log', 'orders'];

const sectionOf = (path: string): string => path.split(/[/?#]/)[1] ?? '';

/** Some menus and dialogs that show host names, as the test names them. It must have opened them. */
const OPENED = [
  '/servers > Acts of NAME > Renew',
  '/servers/30 > Rename',
  '/copies > Take a snapshot',
  '/audit-log > Update server hostname',
  'palette',
];

let lab: ConsoleLab;
let given: GivenPages;
let customer: Customer;
beforeAll(async () => {
  lab = await openConsoleLab();
  given = await givenPages(lab.db);
  const { accountId, token } = given.owner;
  const ofOwner = lab.db.selectFrom('servers').select('id').where('account_id', '=', accountId);
  await lab.db.updateTable('server_details').set({ hostname: NAME }).where('id', 'in', ofOwner).execute();
  await lab.db
    .updateTable('order_lines')
    .set({ label: NAME })
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where('account_id', '=', accountId))
    .execute();
  const server = await ofOwner.executeTakeFirstOrThrow();
  const rename = { params: { id: server.id }, body: { hostname: NAME } };
  expect((await lab.call('updateServerHostname', rename, { token })).status).toBe(200);
  customer = await openCustomer(lab.origin);
  await signIn(lab.db, customer, given.owner, lab.origin);
});
afterAll(async () => {
  await customer?.close();
  await lab?.close();
});

/** Returns the widths at which the page is wider than its window. */
async function findOverflows(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    if (Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) > 0) found.push(width);
  }
  return found;
}

test('a host name of 253 characters fits on every page', async () => {
  const { page } = customer;
  const broken: string[] = [];
  for (const [path, heading] of [...PAGES, ...given.own]) {
    await page.goto(lab.origin + path);
    await page.getByRole('heading', { level: 1, ...(heading === undefined ? {} : { name: heading }) }).waitFor();
    const widths = await findOverflows(page);
    if (widths.length > 0) broken.push(`${path}: ${widths.join(', ')}`);
  }
  expect(broken).toEqual([]);
  await page.goto(`${lab.origin}/audit-log`);
  await page.getByRole('table', { name: 'Audit log' }).getByText(NAME).first().waitFor();
});

/** Properties of a surface's element in the page. */
interface Surface {
  scrollWidth: number;
  clientWidth: number;
  getBoundingClientRect: () => { width: number };
  ownerDocument: { documentElement: { scrollWidth: number }; defaultView: { innerWidth: number } };
}

/** Returns the pixels of a surface that are beyond its own width or that of the window. Runs in the page. */
function widthBeyond(surface: Surface): number {
  const { documentElement, defaultView } = surface.ownerDocument;
  return Math.max(
    surface.scrollWidth - surface.clientWidth,
    documentElement.scrollWidth - defaultView.innerWidth,
    surface.getBoundingClientRect().width - defaultView.innerWidth,
  );
}

/** Returns the widths at which the content of a menu or dialog is wider than it, or the page than its window. */
async function findInnerOverflows(page: Page, surface: Locator): Promise<number[]> {
  const found: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // A page may show another layout at this width, and close its menu.
    if ((await surface.count()) === 0) continue;
    const beyond = await surface.evaluate(widthBeyond);
    if (beyond > 0) found.push(width);
  }
  return found;
}

test('and in every menu and dialog', { timeout: 600_000 }, async () => {
  const { page } = customer;
  await refuseChanges(page);
  const broken: string[] = [];
  const seen: string[] = [];
  const note = async (where: string, surface: Locator): Promise<void> => {
    seen.push(where);
    const widths = await findInnerOverflows(page, surface);
    await page.setViewportSize({ width: 1440, height: 900 });
    if (widths.length > 0) broken.push(`${where}: ${widths.join(', ')}`);
  };
  const pressed = new Set<string>();
  for (const [path] of [...PAGES, ...given.own].filter(([path]) => WITH_SERVERS.includes(sectionOf(path)))) {
    const section = sectionOf(path);
    const wants = (name: string): boolean => {
      const key = `${section} ${name}`;
      return !pressed.has(key) && pressed.add(key) !== undefined;
    };
    const check = ({ path: names, surface }: Opened) =>
      note([path, ...names.map((name) => name.replaceAll(NAME, 'NAME').slice(0, 60))].join(' > '), surface);
    // Chosen rows show the buttons of bulk acts.
    const choose = () => page.getByRole('checkbox').nth(1).check();
    await openEverything(page, { url: lab.origin + path, wants, check, ...(path === '/servers' && { prepare: choose }) });
  }
  await page.goto(lab.origin);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('wwww');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await palette.getByText(NAME).first().waitFor();
  await note('palette', palette);
  expect(broken).toEqual([]);
  // A button that opened nothing in time would pass unseen.
  for (const opened of OPENED) expect(seen).toContain(opened);
});
