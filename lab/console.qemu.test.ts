/**
 * Tests the console of a real guest through the API: its VNC server, a screenshot, and its serial log. The guest runs on another node, so
 * all of it passes the link between two workers.
 */
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { guestsOf } from '@innkeeper/apps/guests';
import { FIRST } from '@innkeeper/engine/compute/conformance/passwords';
import { openQemuHarness, type QemuHarness, untilUp } from '@innkeeper/engine/compute/qemu/harness';
import { LocalImages } from '@innkeeper/engine/images/local';
import { UsermodeNetwork } from '@innkeeper/engine/network/usermode/driver';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from './app.ts';
import { openBrowser } from './browser.ts';
import { openConsoleClient } from './console-client.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from './given.ts';
import { type LinkedGuests, openLinkedGuests } from './linked-guests.ts';
import { bundledViewer } from './viewer.ts';

const projectRoot = process.cwd();
let harness: QemuHarness;
let lab: Lab;
let linked: LinkedGuests;
let owner: GivenAccount;
let id: number;
let address: string;
const sockets = new Set<Socket>();
const openSockets = () => [...sockets].filter((socket) => !socket.destroyed);

beforeAll(async () => {
  const images = new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot });
  harness = await openQemuHarness({ images, projectRoot, network: (home) => new UsermodeNetwork({ home }), firstHost: 101 });
  linked = await openLinkedGuests(guestsOf(harness));
  lab = await openLab({ guests: linked.guestsOn, viewer: bundledViewer });
  lab.app.server.on('connection', (socket: Socket) => sockets.add(socket));
  address = await lab.app.listen({ port: 0, host: '127.0.0.1' });
  const nodeId = await givenNode(lab.db, { name: 'b' });
  owner = await givenAccount(lab.db);
  id = await givenServer(lab.db, { accountId: owner.accountId, node_id: nodeId });
  const spec = await harness.spec(machineIdOf(id));
  await harness.compute.create({ ...spec, seed: { ...spec.seed, passwordHash: FIRST.hash } });
  await harness.compute.start(machineIdOf(id));
  await untilUp(harness, machineIdOf(id));
});
afterAll(async () => {
  await lab?.close();
  await linked?.close();
  await harness?.close();
});

const call = (operation: 'openConsole' | 'getConsoleScreenshot' | 'getConsoleLog') =>
  lab.call(operation, { params: { id } }, { token: owner.token });

const log = async () => (await call('getConsoleLog')).text;

/** Waits for a text in the serial log, which the API serves. The guest is controlled only through its screen. */
const saidBySerial = (text: string) =>
  vi.waitFor(async () => expect(await log()).toContain(text), { timeout: 60_000, interval: 2_000 });

async function untilSaid(text: string, act: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 6 && !(await log()).includes(text); tries += 1) {
    await act();
    await vi
      .waitFor(async () => expect(await log()).toContain(text), { timeout: 15_000, interval: 2_000 })
      .catch(() => undefined);
  }
  expect(await log()).toContain(text);
}

test('in a browser: logs in by typing, and reconnects after the connection breaks', async () => {
  const { body } = await call('openConsole');
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(body.viewer_url.replace(/^http:\/\/[^/]+/, address));
    await page.waitForSelector('body[data-state=connected]', { timeout: 60_000 });
    expect(await page.evaluate('location.hash')).toBe('');
    await page.waitForSelector('#screen canvas');

    // Types a line on the keyboard.
    const typed = async (text: string) => {
      await page.keyboard.type(text, { delay: 60 });
      await page.keyboard.press('Enter');
    };
    await page.click('#screen canvas');
    // Keys typed before the prompt are lost, so the login is retried.
    await untilSaid('root login', async () => {
      await typed('root');
      await sleep(5_000);
      await typed(FIRST.clear);
    });
    // Typed key by key, because Playwright does not press Shift by itself.
    await untilSaid('nodev', async () => {
      await page.keyboard.type('dd if=/proc/filesystems of=/dev/tty', { delay: 60 });
      await page.keyboard.press('Shift+KeyS');
      await typed('0');
    });

    // Types a text with all characters of a keyboard at once.
    await page.click('#open-text');
    await page.fill('#text', `echo 'text ~!@#$%^&*()_+{}|:"<>?[];,./=-\u0060\\' > /dev/ttyS0\n`);
    await page.click('#type');
    await page.waitForSelector('#text-dialog:not([open])', { state: 'attached', timeout: 60_000 });
    await saidBySerial('text ~!@#$%^&*()_+{}|:"<>?[];,./=-`\\');

    // If the keyboard layout differs from the guest's, the character is sent instead of the key.
    await page.selectOption('#layout', 'us');
    await page.click('#screen canvas');
    // A German keyboard has z in the place of the guest's y.
    const lie = { e: 'KeyE', c: 'KeyC', h: 'KeyH', o: 'KeyO', ' ': 'Space', z: 'KeyY', '/': 'Digit7' };
    await page.evaluate(`for (const [key, code] of Object.entries(${JSON.stringify(lie)}))
      for (const kind of ['keydown', 'keyup'])
        document.querySelector('#screen canvas').dispatchEvent(new KeyboardEvent(kind, { key, code, bubbles: true, cancelable: true }))`);
    await typed(' > /dev/ttyS0');
    await saidBySerial('z/');

    // The connection breaks. The page may be back before a busy machine polls, so it records its states itself.
    // Its policy forbids the functions that Playwright polls with, so the record is an attribute.
    await page.evaluate(`new MutationObserver(() => {
      const { dataset } = document.documentElement;
      dataset.states = (dataset.states ?? '') + ' ' + document.body.dataset.state;
    }).observe(document.body, { attributeFilter: ['data-state'] })`);
    await page.context().setOffline(true);
    for (const socket of openSockets()) socket.destroy();
    await page.waitForSelector('html[data-states~=lost]', { state: 'attached', timeout: 60_000 });
    await page.context().setOffline(false);
    await page.waitForSelector('body[data-state=connected]', { timeout: 60_000 });
    expect(problems.filter((text) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket/.test(text))).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('a client sees the screen without a password, and the connection ends with the guest', async () => {
  const { body } = await call('openConsole');
  const client = await openConsoleClient(body.url.replace(/^ws:\/\/[^/]+/, address.replace('http', 'ws')));
  client.send(Buffer.from([1]));
  const init = await client.has(24);
  const [width, height] = [init.readUInt16BE(0), init.readUInt16BE(2)];
  expect(width).toBeGreaterThanOrEqual(320);
  const head = 24 + init.readUInt32BE(20);
  await client.has(head);
  // Requests the whole screen, not only changes.
  const request = Buffer.alloc(10);
  request.writeUInt8(3, 0);
  request.writeUInt16BE(width, 6);
  request.writeUInt16BE(height, 8);
  client.send(request);
  const update = (await client.has(head + 16)).subarray(head);
  expect(update[0]).toBe(0);
  expect(update.readUInt16BE(2)).toBeGreaterThan(0);

  const picture = await lab.app.inject({
    url: `/v1/servers/${id}/console/screenshot`,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(picture.statusCode).toBe(200);
  expect(picture.rawPayload.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect([picture.rawPayload.readUInt32BE(16), picture.rawPayload.readUInt32BE(20)]).toEqual([width, height]);

  await harness.compute.powerOff(machineIdOf(id));
  expect(await client.closed).toEqual([1000, 'The server has stopped.']);
});

test('the serial log is available after the guest has ended, a screenshot is not', async () => {
  const log = await call('getConsoleLog');
  expect(log.text).toMatch(/Linux version|login:/);
  expect(log.text).toMatch(/^(?:\P{Cc}|[\n\t])*$/u);
  // The row still has the power state `running`.
  expect(await call('getConsoleScreenshot')).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  const { body } = await call('openConsole');
  await expect(openConsoleClient(body.url.replace(/^ws:\/\/[^/]+/, address.replace('http', 'ws')))).rejects.toThrow('422');
});
