import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';

let now = Date.now();
const clock = { now: () => new Date(now) };
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ clock, openBucket: () => () => ({ limit: 1000, remaining: 999 }) });
});
afterAll(() => lab.close());

const status = async (token: string) => (await lab.call('getBalance', {}, { token })).status;
const ends = (token: string) => vi.waitFor(async () => expect(await status(token)).toBe(401), { timeout: 20_000 });

async function givenRotated(overlap_minutes?: number) {
  const me = await givenAccount(lab.db);
  for (let i = 0; i < 3; i += 1) expect(await status(me.token)).toBe(200);
  const reply = await lab.call(
    'rotateToken',
    { params: { id: me.tokenId }, ...(overlap_minutes !== undefined && { body: { overlap_minutes } }) },
    me,
  );
  expect(reply.status).toBe(200);
  return {
    me,
    before: me.token,
    after: reply.body as { id: number; token: string; hint: string; previous_secret_until: string | null },
  };
}

test('a new secret replaces the old one at once', async () => {
  const { me, before, after } = await givenRotated();
  expect(after).toMatchObject({ id: me.tokenId, hint: after.token.slice(0, 7), previous_secret_until: null });
  expect(after.token).not.toBe(before);
  expect(await status(after.token)).toBe(200);
  await ends(before);
});

test('with an overlap both secrets work until it ends or until the next rotation', async () => {
  const { before, after } = await givenRotated(10);
  expect(Date.parse(after.previous_secret_until ?? '')).toBe(now + 600_000);
  expect([await status(before), await status(after.token)]).toEqual([200, 200]);
  now += 599_000;
  expect(await status(before)).toBe(200);
  now += 1_000;
  expect([await status(before), await status(after.token)]).toEqual([401, 200]);

  const again = await givenRotated(10);
  const third = await lab.call('rotateToken', { params: { id: again.me.tokenId }, body: { overlap_minutes: 10 } }, again.after);
  expect(third.status).toBe(200);
  await ends(again.before);
  expect([await status(again.after.token), await status(third.body.token)]).toEqual([200, 200]);
});

test('an overlap is at most a day, and an expired token cannot be rotated', async () => {
  const me = await givenAccount(lab.db);
  const rotate = (id: number, body?: object) => lab.call('rotateToken', { params: { id }, ...(body && { body }) }, me);
  expect(await rotate(me.tokenId, { overlap_minutes: 1441 })).toMatchObject({ status: 422 });
  const body = { name: 'short', abilities: ['read'], expires_at: new Date(now + 1_000).toISOString() };
  const { id } = (await lab.call('createToken', { body }, me)).body;
  now += 1_000;
  expect(await rotate(id)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
});
