import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import { expect, vi } from 'vitest';
import type { Lab } from '../app.ts';
import type { GivenAccount } from '../given.ts';

/** Deploys a server of the smallest plan through the API and waits until its guest runs. Returns its id. */
export async function deployServer(
  { db, call }: { db: Kysely<Database>; call: Lab['call'] },
  { token }: GivenAccount,
  hostname: string,
): Promise<number> {
  const image = await db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const body = { name: hostname, plan: 'nano', image_id: image.id, billing_cycle: 1, password: 'Long enough for it 1' };
  const ordered = await call('deployServer', { body }, { token });
  expect(ordered.status, ordered.text).toBe(201);
  const { id } = ordered.body as { id: number };
  const isRunning = async () => (await call('getServer', { params: { id } }, { token })).body.state.join() === 'running';
  await vi.waitUntil(isRunning, { timeout: 60_000 });
  return id;
}
