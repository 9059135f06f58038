/** Tests that changed permissions of a token apply to its next request, before any notification of the database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';

let lab: Lab;
beforeAll(async () => {
  const withoutNotices = {
    subscribe: async (listener: { connected(): void }) => {
      listener.connected();
      return async () => {};
    },
  };
  lab = await openLab({ revocations: withoutNotices });
});
afterAll(() => lab.close());

test('a cached token is refused after its network is removed, and after it is deleted', async () => {
  const me = await givenAccount(lab.db);
  const { id, token } = (await lab.call('createToken', { body: { name: 'cached', abilities: ['write'] } }, me)).body;
  const status = async () => (await lab.call('getBalance', {}, { token })).status;
  expect(await status()).toBe(200);
  const change = (allowed_networks: string[]) =>
    lab.call('updateToken', { params: { id }, body: { allowed_networks } }, { token: me.token });
  expect((await change(['192.0.2.0/24'])).status).toBe(200);
  expect(await status()).toBe(401);
  expect((await change([])).status).toBe(200);
  expect(await status()).toBe(200);
  expect((await lab.call('deleteToken', { params: { id } }, { token: me.token })).status).toBe(204);
  expect(await status()).toBe(401);
});
