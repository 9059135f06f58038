import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount, givenNode } from '../../given.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await givenNode(lab.db);
});
afterAll(() => lab.close());

test('images are filtered by type, group and virtualization', async () => {
  const account = await givenAccount(lab.db);
  const names = async (query: Record<string, string>): Promise<string[]> => {
    const { body } = await lab.call('listServerImages', { query }, account);
    return body.data.map((image: { name: string }) => image.name);
  };
  const { body } = await lab.call('listServerImages', {}, account);
  expect(body.data).toEqual([
    {
      ...{ id: expect.any(Number), name: 'Tiny Linux', minimum_ram: 1, eol: false, ssh_keys_support: true },
      group: { name: 'Tiny', type: 'os', key: 'tiny' },
      minimum_disk: null,
    },
  ]);
  expect(await names({ 'filter[type]': 'os', 'filter[group]': 'tiny', 'filter[virtualization]': 'kvm' })).toHaveLength(1);
  expect(await names({ 'filter[type]': 'app' })).toEqual([]);
  expect(await names({ 'filter[group]': 'windows' })).toEqual([]);
  expect(await names({ 'filter[virtualization]': 'lxc' })).toEqual([]);
});
