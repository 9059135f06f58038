/** `up --trial`, which starts the container image. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { homeAt, readState } from './installation/home.ts';
import { commandFor } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-trial-')));
const home = homeAt(join(directory, 'home'));
const innkeeper = commandFor(home.path);
afterAll(async () => {
  await innkeeper('down');
  rmSync(directory, { recursive: true, force: true });
});

/** Address at which other machines reach this one, if there is one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test('refuses real guests, and a home without the demo account, before anything starts', async () => {
  const real = await innkeeper('up', '--trial', '--engine', 'qemu');
  expect(real).toMatchObject({ code: 1, stderr: expect.stringContaining('needs engine.kind simulated. Here it is qemu.') });
  const plain = await innkeeper('up', '--trial', '--engine', 'simulated', '--no-demo');
  expect(plain).toMatchObject({ code: 2, stderr: expect.stringContaining('--trial needs the demo account') });
  expect(await readState(home)).toBeNull();
});

test.skipIf(outside === undefined)('answers plain HTTP from another host, and accepts the token there', async () => {
  const port = await freePort();
  const up = await innkeeper('up', '--trial', '--engine', 'simulated', '--port', String(port), '--detach');
  expect(up.code, up.stderr).toBe(0);
  const token = /ik_\w{40}/.exec(up.stdout)?.[0] ?? expect.fail(up.stdout);
  const url = `http://${outside}:${port}`;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/v1/plans`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect(readFileSync(home.configuration, 'utf8')).toMatch(/^trial = true$/m);
});

test('the home of a trial refuses an https URL, which would make others trust it', async () => {
  const refused = await innkeeper('config', 'set', 'api.public_url', 'https://shop.example.com');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('api.trial (up --trial) is for a browser') });
});
