import { givenAccount, givenServer, givenSshKey, newPublicKey } from '@innkeeper/lab/given';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { deleteSshKey, findSshKey, findSshKeys, insertSshKey, pageOfSshKeys, updateSshKey } from './ssh-keys.ts';

describe('SSH keys', () => {
  let lab: TestDatabase;
  let accountId: number;
  beforeAll(async () => {
    lab = await openTestDatabase();
    accountId = (await givenAccount(lab.db)).accountId;
  });
  afterAll(() => lab.close());

  it('are unique in an account', async () => {
    const { publicKey, fingerprint } = newPublicKey();
    const key = { account_id: accountId, name: 'a', fingerprint, public_key: publicKey };
    const id = await insertSshKey(lab.db, key);
    expect(id).toBeTypeOf('number');
    expect(await insertSshKey(lab.db, key)).toBeUndefined();
    const other = await givenAccount(lab.db);
    expect(await insertSshKey(lab.db, { ...key, account_id: other.accountId })).toBeTypeOf('number');
    const second = await givenSshKey(lab.db, { accountId });
    expect(await updateSshKey(lab.db, second.id, { fingerprint })).toBe(false);
    expect(await updateSshKey(lab.db, second.id, { name: 'renamed' })).toBe(true);
    expect((await findSshKeys(lab.db, [second.id, 2_000_000_000])).map((row) => row.name)).toEqual(['renamed']);
  });

  it('list the servers that carry them, and are removed from them when deleted', async () => {
    const { accountId: own } = await givenAccount(lab.db);
    const key = await givenSshKey(lab.db, { accountId: own });
    const idle = await givenSshKey(lab.db, { accountId: own });
    const server = await givenServer(lab.db, { accountId: own, hostname: 'a.example', sshKeyIds: [key.id] });
    await givenServer(lab.db, { accountId: own, status: 'terminated', power: 'absent', sshKeyIds: [key.id] });
    const page = await pageOfSshKeys(lab.db, { accountId: own, page: 1, perPage: 20 });
    expect(page.total).toBe(2);
    expect(page.rows.map((row) => [row.id, row.servers])).toEqual([
      [key.id, [{ id: server, hostname: 'a.example' }]],
      [idle.id, []],
    ]);
    await deleteSshKey(lab.db, key.id);
    expect(await findSshKey(lab.db, key.id)).toBeUndefined();
    expect(await findSshKey(lab.db, idle.id)).toMatchObject({ id: idle.id, servers: [] });
  });
});
