import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { registerImage } from '../seed/register-image.ts';
import { findImage, pageOfImages } from './images.ts';
import { findPlanByKey, listPlansOnSale, pageOfPlans } from './plans.ts';

describe('the catalogue', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase();
    await lab.db.insertInto('image_groups').values({ key: 'apps', name: 'Apps', type: 'app', position: 2 }).execute();
    await lab.db.transaction().execute(async (trx) => {
      await registerImage(trx, { key: 'wiki', name: 'Wiki', group: 'apps', path: '/wiki', format: 'raw' });
      await registerImage(trx, { key: 'lxc', name: 'LXC', group: 'apps', path: '/lxc', format: 'raw', virtualization: 'lxc' });
      await registerImage(trx, { key: 'old', name: 'Old', group: 'tiny', path: '/old', format: 'raw' });
    });
    await lab.db.updateTable('images').set({ disabled_at: new Date() }).where('key', '=', 'old').execute();
  });
  afterAll(() => lab.close());

  it('lists images on sale by group, with filters, in pages', async () => {
    const keys = async (query: object) => {
      const { rows, total } = await pageOfImages(lab.db, { page: 1, perPage: 50, ...query });
      return [rows.map((row) => row.key), total];
    };
    expect(await keys({})).toEqual([['tiny', 'wiki', 'lxc'], 3]);
    expect(await keys({ virtualization: 'kvm' })).toEqual([['tiny', 'wiki'], 2]);
    expect(await keys({ type: 'app' })).toEqual([['wiki', 'lxc'], 2]);
    expect(await keys({ group: 'tiny' })).toEqual([['tiny'], 1]);
    expect(await keys({ group: 'absent' })).toEqual([[], 0]);
    expect(await keys({ perPage: 2, page: 1 })).toEqual([['tiny', 'wiki'], 3]);
    expect(await keys({ perPage: 2, page: 2 })).toEqual([['lxc'], 3]);
    expect(await keys({ perPage: 2, page: 3 })).toEqual([[], 3]);
    const { rows } = await pageOfImages(lab.db, { page: 1, perPage: 1, group: 'apps' });
    expect(rows[0]).toMatchObject({ key: 'wiki', group: { key: 'apps', name: 'Apps', type: 'app', position: 2, icon: '' } });
    expect(await findImage(lab.db, rows[0]?.id ?? 0)).toMatchObject({ key: 'wiki', path: '/wiki' });
  });

  it('lists plans on sale, and the next larger ones', async () => {
    await lab.db.updateTable('plans').set({ disabled_at: new Date() }).where('key', '=', 'small').execute();
    expect((await listPlansOnSale(lab.db)).map((plan) => plan.key).slice(0, 3)).toEqual(['nano', 'micro', 'medium']);
    expect(await findPlanByKey(lab.db, 'small')).toMatchObject({ price: 1199n, disabled_at: expect.any(Date) });
    const { rows, total } = await pageOfPlans(lab.db, { page: 1, perPage: 3, type: 'standard' });
    expect(total).toBe(4);
    expect(rows.map((plan) => [plan.key, plan.with_more_disk, plan.with_more_memory])).toEqual([
      ['nano', 'micro', 'micro'],
      ['micro', 'medium', 'medium'],
      ['medium', 'large', 'large'],
    ]);
    expect((await pageOfPlans(lab.db, { page: 1, perPage: 50 })).total).toBe(7);
  });
});
