/** Tests the console of a server that is being deployed. It opens from the first boot on, although the server is locked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  // The boot does not end during the test.
  chain = await openChain({ simulated: { delays: { boot: 600_000 } } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());

test('log, screen and console work during the first boot', async () => {
  const { id } = (await deploy(chain, owner)).body;
  const ask = (operation: 'getConsoleLog' | 'getConsoleScreenshot' | 'openConsole') =>
    chain.call(operation, { params: { id } }, { token: owner.token });
  expect((await ask('getConsoleLog')).status).toBe(200);
  await expect.poll(async () => (await ask('getConsoleLog')).text).toContain('booted from disk');
  const server = await chain.call('getServer', { params: { id } }, { token: owner.token });
  expect(server.body).toMatchObject({ status: 'processing', lock_reason: 'deploy' });
  expect((await ask('getConsoleScreenshot')).status).toBe(200);
  const console = await ask('openConsole');
  expect(console).toMatchObject({ status: 200, body: { url: expect.stringContaining('/v1/console/') } });
});
