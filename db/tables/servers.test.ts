import { givenAccount, givenServer, givenSshKey } from '@innkeeper/lab/given';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { takeLock } from './locks.ts';
import { idsOfServers, loadServer, loadServers, lockServer, updateServer } from './servers.ts';

describe('servers', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
  });
  afterAll(() => lab.close());

  it('are loaded with all fields that they show', async () => {
    const { accountId } = await givenAccount(lab.db);
    const key = await givenSshKey(lab.db, { accountId, name: 'laptop' });
    const id = await givenServer(lab.db, { accountId, plan: 'micro', hostname: 'one.example', sshKeyIds: [key.id] });
    await givenServer(lab.db, { accountId, hostname: 'two.example', sshKeyIds: [key.id] });
    await givenServer(lab.db, {
      accountId,
      hostname: 'gone.example',
      sshKeyIds: [key.id],
      status: 'terminated',
      power: 'absent',
    });
    const lockedAt = new Date('2026-01-02T03:04:05Z');
    const { id: workflowId } = await lab.db
      .insertInto('workflows')
      .values({ kind: 'test', input: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await lab.db.transaction().execute((trx) =>
      takeLock(trx, sql`select ${workflowId}::int as id`, {
        kind: 'server',
        resourceId: id,
        reason: 'restart',
        now: lockedAt,
        deadlineAt: lockedAt,
      }),
    );

    const server = await loadServer(lab.db, id);

    expect(server).toMatchObject({
      id,
      hostname: 'one.example',
      status: 'active',
      renew_price: 699n,
      plan: { key: 'micro', price: 699n, memory_mb: 2048, disabled_at: null, with_more_disk: 'small', with_more_memory: 'small' },
      image: { key: 'tiny', ssh_keys_support: true, group: { key: 'tiny', type: 'os', coming_soon: false } },
      addresses: [{ prefix: 24, version: 4, main: true, gateway: '10.77.0.1', server_id: id, assigned_at: expect.any(Date) }],
      ssh_keys: [{ id: key.id, name: 'laptop', public_key: key.publicKey, hostnames: 'one.example,two.example' }],
      lock: { reason: 'restart', locked_at: lockedAt },
      expiry_at: expect.any(Date),
    });
    expect(server.addresses[0]?.address).toMatch(/^10\.77\.0\.\d+$/);
  });

  it('that have ended cannot hold resources', async () => {
    const { accountId } = await givenAccount(lab.db);
    const ended = await givenServer(lab.db, { accountId, status: 'terminated', power: 'absent' });
    await updateServer(lab.db, ended, { status_reason: 'gone' });
    await expect(updateServer(lab.db, ended, { holds_capacity: true })).rejects.toThrow('has ended and still holds something');
    const held = await givenServer(lab.db, { accountId });
    await expect(updateServer(lab.db, held, { status: 'terminated', holds_capacity: true })).rejects.toThrow(
      'still holds something',
    );
  });

  it('are loaded in the requested order, without absent ones', async () => {
    const { accountId } = await givenAccount(lab.db);
    const a = await givenServer(lab.db, { accountId });
    const b = await givenServer(lab.db, { accountId, plan: 'dedicated-large', address: false });
    const loaded = await loadServers(lab.db, [b, 2_000_000_000, a]);
    expect(loaded.map((server) => server.id)).toEqual([b, a]);
    expect(loaded[0]).toMatchObject({
      plan: { with_more_disk: null, with_more_memory: null },
      addresses: [],
      ssh_keys: [],
      lock: null,
    });
    expect(await loadServers(lab.db, [])).toEqual([]);
    await expect(loadServer(lab.db, 2_000_000_000)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('show other servers with a key by their current name, without terminated ones', async () => {
    const { accountId } = await givenAccount(lab.db);
    const { id: key } = await givenSshKey(lab.db, { accountId });
    const given = { accountId, address: false, sshKeyIds: [key] };
    const [renamed, ended, kept] = [
      await givenServer(lab.db, { ...given, hostname: 'old.example' }),
      await givenServer(lab.db, { ...given, hostname: 'ended.example', holds_capacity: false }),
      await givenServer(lab.db, { ...given, hostname: 'kept.example' }),
    ];
    await updateServer(lab.db, renamed, { hostname: 'new.example' });
    await updateServer(lab.db, ended, { status: 'terminated' });
    // An ended server stays out of the list, whatever its hostname.
    await updateServer(lab.db, ended, { hostname: 'ended-2.example' });
    expect((await loadServer(lab.db, kept)).ssh_keys[0]?.hostnames).toBe('new.example,kept.example');

    // Inserts a server and its link in one statement, the link first.
    await sql`
      with sold as (
        insert into services (type, account_id, status, billing_cycle, renew_price) values ('server', ${accountId}, 'active', 1, 1)
        returning id), link as (
        insert into server_ssh_keys (server_id, ssh_key_id) select id, ${key} from sold returning server_id)
      insert into server_details (id, node_id, plan_id, image_id, hostname, power, vcpus, memory_mb, disk_gb, network_speed_mbps,
        bandwidth_tb)
      select l.server_id, d.node_id, d.plan_id, d.image_id, 'whole.example', 'running', 1, 1, 1, 1, 1
      from link as l, server_details as d where d.id = ${kept}`.execute(lab.db);
    expect((await loadServer(lab.db, kept)).ssh_keys[0]?.hostnames).toBe('new.example,kept.example,whole.example');
  });

  it('are found by state, address and text, sorted and in pages', async () => {
    const { accountId } = await givenAccount(lab.db);
    const other = await givenAccount(lab.db);
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const make = (hostname: string, n: number, more = {}) =>
      givenServer(lab.db, { accountId, hostname, created_at: day(n), expiry_at: day(40 - n), ...more });
    const web = await make('web-1.example', 1);
    const mail = await make('mail_1.example', 2, { status: 'suspended' });
    const db = await make('db.example', 3, { status: 'terminated', power: 'absent' });
    await givenServer(lab.db, { accountId: other.accountId, hostname: 'web-1.example' });
    const address = (await loadServer(lab.db, web)).addresses[0]?.address ?? '';

    const find = async (query: object) => {
      const { ids, total } = await idsOfServers(lab.db, {
        accountId,
        page: 1,
        perPage: 10,
        statuses: ['active', 'suspended', 'terminated'],
        ...query,
      });
      return [ids, total];
    };
    expect(await find({})).toEqual([[db, mail, web], 3]);
    expect(await find({ statuses: ['active', 'suspended'] })).toEqual([[mail, web], 2]);
    expect(await find({ perPage: 2, page: 2 })).toEqual([[web], 3]);
    expect(await find({ page: 9 })).toEqual([[], 3]);
    expect(await find({ page: 1_000_000_000, perPage: 50 })).toEqual([[], 3]);
    expect(await find({ sort: { by: 'expiry_at', direction: 'asc' } })).toEqual([[db, mail, web], 3]);
    expect(await find({ sort: { by: 'created_at', direction: 'asc' } })).toEqual([[web, mail, db], 3]);
    expect(await find({ ip: address })).toEqual([[web], 1]);
    expect(await find({ ip: '10.77.0.254' })).toEqual([[], 0]);
    expect(await find({ search: 'WEB' })).toEqual([[web], 1]);
    expect(await find({ search: 'l_1' })).toEqual([[mail], 1]);
    expect(await find({ search: '%' })).toEqual([[], 0]);
    expect(await find({ search: '\\' })).toEqual([[], 0]);
    expect(await find({ search: address.slice(2) })).toEqual([[web], 1]);
    expect(await find({ search: 'db' })).toEqual([[db], 1]);
    expect(await find({ search: 'example', perPage: 2, page: 2 })).toEqual([[web], 3]);
    expect(await find({ search: 'example', page: 9 })).toEqual([[], 3]);
    expect(await find({ search: 'example', perPage: 1, sort: { by: 'expiry_at', direction: 'desc' } })).toEqual([[web], 3]);
    expect(await find({ search: 'example', statuses: ['suspended'] })).toEqual([[mail], 1]);
  });

  it('record the time of their last change', async () => {
    const { accountId } = await givenAccount(lab.db);
    const id = await givenServer(lab.db, { accountId, updated_at: new Date(0) });
    await updateServer(lab.db, id, { power: 'stopped' });
    const server = await lab.db.transaction().execute((trx) => lockServer(trx, id));
    expect(server?.power).toBe('stopped');
    expect(server?.updated_at.getTime()).toBeGreaterThan(0);
  });
});
