import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenServer, givenSshKey } from '@innkeeper/lab/given';
import { givenCopy } from '@innkeeper/lab/given-copies';
import { asMutation } from '@innkeeper/lab/given-cx';
import { givenFloatingIp } from '@innkeeper/lab/given-floating-ips';
import { givenIso } from '@innkeeper/lab/given-isos';
import { givenMember } from '@innkeeper/lab/given-members';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import type { RowReference } from '@innkeeper/model/requests/references';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireReference, requireReferences } from './references.ts';

let database: TestDatabase;
let owner: GivenAccount;
let other: GivenAccount;
beforeAll(async () => {
  database = await openTestDatabase();
  [owner, other] = [await givenAccount(database.db), await givenAccount(database.db)];
});
afterAll(() => database.close());

const ABSENT = 2_000_000_000;

const named = (kind: RowReference, id: number) =>
  asMutation(database.db, owner, (cx) => requireReference(cx, kind, id, 'the_field'));
const refusal = (sentence: string, field = 'the_field') => ({ code: 'validation', details: { errors: { [field]: [sentence] } } });

const server = (account: GivenAccount) => givenServer(database.db, { accountId: account.accountId });
/** Creates one row of each kind for an account. */
const GIVEN: Record<
  Exclude<RowReference, 'image' | 'order' | 'invoice' | 'ip_address'>,
  (account: GivenAccount) => Promise<number>
> = {
  ssh_key: async (account) => (await givenSshKey(database.db, account)).id,
  iso: ({ accountId }) => givenIso(database.db, { account_id: accountId }),
  snapshot: async (account) => (await givenCopy(database.db, { serverId: await server(account) })).id,
  backup: async (account) => (await givenCopy(database.db, { serverId: await server(account), kind: 'backup' })).id,
  server,
  floating_ip: ({ accountId }) => givenFloatingIp(database.db, { accountId }),
  support_plan: (account) => givenSupportPlan(database.db, account),
  member: ({ accountId }) => givenMember(database.db, { accountId, role: 'technical' }),
  ticket: ({ accountId }) => givenTicket(database.db, { accountId }),
};

describe.each(Object.entries(GIVEN) as [RowReference, (account: GivenAccount) => Promise<number>][])('%s', (kind, given) => {
  test('returns an own resource', async () => {
    const id = await given(owner);
    expect(await named(kind, id)).toMatchObject({ id, account_id: owner.accountId });
  });

  test("refuses another account's resource, and an absent one at its field", async () => {
    await expect(given(other).then((id) => named(kind, id))).rejects.toMatchObject({ code: 'not_yours' });
    const noun = kind === 'ssh_key' ? 'SSH key' : kind === 'iso' ? 'ISO' : kind.replace('_ip', ' IP').replace('_', ' ');
    await expect(named(kind, ABSENT)).rejects.toMatchObject(refusal(`This ${noun} does not exist.`));
  });
});

test('errors of list items name their index, and results keep the given order', async () => {
  const [first, second] = [await givenSshKey(database.db, owner), await givenSshKey(database.db, owner)];
  const list = (ids: number[]) => asMutation(database.db, owner, (cx) => requireReferences(cx, 'ssh_key', ids, 'ssh_keys'));
  expect((await list([second.id, first.id, second.id])).map(({ id }) => id)).toEqual([second.id, first.id, second.id]);
  expect(await list([])).toEqual([]);
  await expect(list([first.id, ABSENT])).rejects.toMatchObject(refusal('This SSH key does not exist.', 'ssh_keys.1'));
});

test("everyone can use the operator's ISO; nobody can use one that is incomplete or has failed", async () => {
  const id = await givenIso(database.db, { account_id: null });
  expect(await named('iso', id)).toMatchObject({ id });
  const coming = await givenIso(database.db, { account_id: owner.accountId, status: 'downloading' });
  await expect(named('iso', coming)).rejects.toMatchObject(
    refusal('This ISO is still being downloaded. Wait until its status is ready.'),
  );
  const failed = await givenIso(database.db, { account_id: owner.accountId, status: 'failed', error: 'gone' });
  await expect(named('iso', failed)).rejects.toMatchObject(refusal('The download of this ISO failed. Add it again.'));
});

test('a backup is not accepted as a snapshot, nor is an incomplete copy', async () => {
  await expect(GIVEN.backup(owner).then((id) => named('snapshot', id))).rejects.toMatchObject(
    refusal('This snapshot does not exist.'),
  );
  const { id } = await givenCopy(database.db, { serverId: await server(owner), status: 'creating' });
  await expect(named('snapshot', id)).rejects.toMatchObject(refusal('This snapshot does not exist.'));
});

test('everyone can use an image while it is on sale', async () => {
  const { db } = database;
  const { id } = await db.selectFrom('images').select('id').where('disabled_at', 'is', null).executeTakeFirstOrThrow();
  expect(await named('image', id)).toMatchObject({ id });
  await db.updateTable('images').set({ disabled_at: new Date() }).where('id', '=', id).execute();
  await expect(named('image', id)).rejects.toMatchObject(refusal('This image does not exist.'));
});
