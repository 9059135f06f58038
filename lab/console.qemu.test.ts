/** The console of a real guest through the API: what its VNC server shows, a picture of it, and its serial log. */
import { join } from 'node:path';
import { guestsOf } from '@innkeeper/apps/guests';
import { openQemuHarness, type QemuHarness, untilUp } from '@innkeeper/engine/compute/qemu/harness';
import { LocalImages } from '@innkeeper/engine/images/local';
import { UsermodeNetwork } from '@innkeeper/engine/network/usermode/driver';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from './app.ts';
import { openConsoleClient } from './console-client.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from './given.ts';

const projectRoot = process.cwd();
let harness: QemuHarness;
let lab: Lab;
let owner: GivenAccount;
let id: number;
let address: string;

beforeAll(async () => {
  const images = new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot });
  harness = await openQemuHarness({ images, projectRoot, network: (home) => new UsermodeNetwork({ home }) });
  lab = await openLab({ guests: guestsOf(harness) });
  address = await lab.app.listen({ port: 0, host: '127.0.0.1' });
  await givenNode(lab.db);
  owner = await givenAccount(lab.db);
  id = await givenServer(lab.db, { accountId: owner.accountId });
  await harness.compute.create(await harness.spec(machineIdOf(id)));
  await harness.compute.start(machineIdOf(id));
  await untilUp(harness, machineIdOf(id));
});
afterAll(async () => {
  await lab?.close();
  await harness?.close();
});

const call = (operation: 'openConsole' | 'getConsoleScreenshot' | 'getConsoleLog') =>
  lab.call(operation, { params: { id } }, { token: owner.token });

test('a client sees the screen without a password, and is told when the guest ends', async () => {
  const { body } = await call('openConsole');
  const client = await openConsoleClient(body.url.replace(/^ws:\/\/[^/]+/, address.replace('http', 'ws')));
  client.send(Buffer.from([1]));
  const init = await client.has(24);
  const [width, height] = [init.readUInt16BE(0), init.readUInt16BE(2)];
  expect(width).toBeGreaterThanOrEqual(320);
  const head = 24 + init.readUInt32BE(20);
  await client.has(head);
  // The whole screen, not only what changed.
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

test('the serial log outlives the run, a picture does not', async () => {
  const log = await call('getConsoleLog');
  expect(log.text).toMatch(/Linux version|login:/);
  expect(log.text).toMatch(/^(?:\P{Cc}|[\n\t])*$/u);
  // The row still says that it runs.
  expect(await call('getConsoleScreenshot')).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  const { body } = await call('openConsole');
  await expect(openConsoleClient(body.url.replace(/^ws:\/\/[^/]+/, address.replace('http', 'ws')))).rejects.toThrow('422');
});
