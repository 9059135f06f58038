import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { countriesAt } from '../tables/countries.ts';
import { addPool, DEFAULT_POOL } from './add-pool.ts';
import { seedCatalogue } from './catalogue.ts';
import { registerImage } from './register-image.ts';

describe('the seeds', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
  });
  afterAll(() => lab.close());

  const count = async (table: 'countries' | 'plans' | 'image_groups' | 'images' | 'ip_addresses') =>
    (await lab.db.selectFrom(table).select('id').execute()).length;

  it("add what is missing and keep the operator's changes", async () => {
    await lab.db.updateTable('plans').set({ price: 111n }).where('key', '=', 'nano').execute();
    await lab.db
      .deleteFrom('vat_rates')
      .where('country_id', '=', ({ selectFrom }) => selectFrom('countries').select('id').where('code', '=', 'NZ'))
      .execute();
    await lab.db.deleteFrom('countries').where('code', '=', 'NZ').execute();
    const before = [await count('countries'), await count('plans'), await count('image_groups')];
    await lab.db.transaction().execute(seedCatalogue);
    expect([(await count('countries')) - 1, await count('plans'), await count('image_groups')]).toEqual(before);
    const ids = () => lab.db.selectFrom('countries').select(sql<number>`max(id)`.as('last')).executeTakeFirst();
    const last = await ids();
    await lab.db.transaction().execute(seedCatalogue);
    await lab.db.deleteFrom('countries').where('code', '=', 'AQ').execute();
    await lab.db.transaction().execute(seedCatalogue);
    // A seed that finds nothing missing uses up no ids.
    expect((await ids())?.last).toBe((last?.last ?? 0) + 1);
    const nano = await lab.db.selectFrom('plans').select('price').where('key', '=', 'nano').executeTakeFirst();
    expect(nano?.price).toBe(111n);
  });

  it('contain the 27 states of the EU', async () => {
    const eu = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');
    const found = (await countriesAt(lab.db, new Date('2026-01-01T00:00:00Z'))).filter(({ code }) => eu.includes(code));
    expect(found).toHaveLength(27);
    const finnish = async (at: string) =>
      (await countriesAt(lab.db, new Date(at))).find(({ code }) => code === 'FI')?.tax_rate_bp;
    expect([await finnish('2024-08-31T23:59:59Z'), await finnish('2024-09-01T00:00:00Z')]).toEqual([2400, 2550]);
    for (const { tax_rate_bp } of found) expect(tax_rate_bp).toBeGreaterThanOrEqual(1500);
  });

  it('update an image by its key, and keep a disabled one disabled', async () => {
    const image = { key: 'tiny', name: 'Tiny', group: 'tiny', format: 'qcow2' as const };
    const before = await lab.db.selectFrom('images').selectAll().where('key', '=', 'tiny').executeTakeFirstOrThrow();
    await lab.db.updateTable('images').set({ disabled_at: new Date() }).where('id', '=', before.id).execute();
    const id = await lab.db.transaction().execute((trx) => registerImage(trx, { ...image, path: '/new' }));
    const after = await lab.db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(after).toEqual({ ...before, name: 'Tiny', path: '/new', disabled_at: expect.any(Date) });
    const second = await lab.db.transaction().execute((trx) => registerImage(trx, { ...image, key: 'other', path: '/other' }));
    const { position } = await lab.db.selectFrom('images').select('position').where('id', '=', second).executeTakeFirstOrThrow();
    expect(position).toBe(before.position + 1);
  });

  it('forget what was known about a file when another one is registered, and put the image on sale again', async () => {
    const image = { key: 'measured', name: 'Mine', group: 'tiny', format: 'raw' as const };
    const register = (fields: object) =>
      lab.db.transaction().execute((trx) => registerImage(trx, { ...image, path: '/first', ...fields }));
    const row = () => lab.db.selectFrom('images').selectAll().where('key', '=', 'measured').executeTakeFirstOrThrow();
    const [first, second] = ['1'.repeat(64), '2'.repeat(64)];
    const source = { recipe: 'mine' };
    await register({ sha256: first, bytes: 1n, source });
    await lab.db.updateTable('images').set({ missing_since: new Date() }).where('key', '=', 'measured').execute();
    await register({});
    expect(await row()).toMatchObject({ sha256: first, bytes: 1n, source, missing_since: null });
    await register({ path: '/second' });
    expect(await row()).toMatchObject({ sha256: null, bytes: null, source: null });
    await register({ path: '/second', sha256: second, bytes: 2n });
    expect(await row()).toMatchObject({ sha256: second, bytes: 2n });
  });

  it('create every usable address of a pool, once', async () => {
    const add = (pool: { name: string; cidr: string; gateway: string }) =>
      lab.db.transaction().execute((trx) => addPool(trx, pool));
    const addresses = async (pool: number) =>
      (await lab.db.selectFrom('ip_addresses').select('address').where('pool_id', '=', pool).orderBy('address').execute()).map(
        (row) => row.address,
      );
    const pool = { name: 'p', cidr: '192.168.7.8/29', gateway: '192.168.7.10' };
    const id = await add(pool);
    const five = ['192.168.7.9', '192.168.7.11', '192.168.7.12', '192.168.7.13', '192.168.7.14'];
    expect(await addresses(id)).toEqual(five);
    await lab.db.deleteFrom('ip_addresses').where('address', '=', '192.168.7.12').execute();
    expect(await add(pool)).toBe(id);
    expect(await addresses(id)).toEqual(five);

    expect((await addresses(await add({ name: 'wide', cidr: '172.20.0.0/20', gateway: '172.20.0.1' }))).length).toBe(4_093);
    expect(await add(DEFAULT_POOL)).toBe(1);
    await expect(add({ ...pool, cidr: '192.168.7.0/28' })).rejects.toThrow('is 192.168.7.8/29 already');
    await expect(add({ name: 'x', cidr: '10.0.0.0/15', gateway: '10.0.0.1' })).rejects.toThrow(RangeError);
    await expect(add({ name: 'x', cidr: 'fd00::/24', gateway: 'fd00::1' })).rejects.toThrow('not a link-local address');
    await expect(add({ name: 'x', cidr: '172.20.4.0/24', gateway: '172.20.4.1' })).rejects.toThrow('overlaps another pool');
    await expect(add({ name: 'x', cidr: '10.3.0.0/24', gateway: '10.4.0.1' })).rejects.toThrow('10.4.0.1 is not in 10.3.0.0/24');
  });
});
