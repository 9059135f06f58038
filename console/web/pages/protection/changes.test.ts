import { describe, expect, test } from 'vitest';
import {
  addNetworks,
  clearList,
  deleteGeo,
  dropsAddress,
  removeNetwork,
  replaceList,
  setGeo,
  splitNetworks,
  switchGeo,
  switchList,
} from './changes.ts';

const NONE = { active: false, networks: [] };
const ON = { active: true, networks: ['192.0.2.0/24'] };
const OFF = { ...ON, active: false };
const NEW = '198.51.100.0/24';
const LISTS = { blacklist: [NEW], whitelist: [] };

describe('lists', () => {
  test('the first network creates the list', () => {
    expect(addNetworks('blacklist', NONE, [NEW])).toMatchObject({
      label: `Block ${NEW}`,
      operation: 'setBlacklist',
      input: { networks: [NEW] },
      tried: { blacklist: [NEW] },
    });
  });

  test('further networks are added, and a list that was off is switched on', () => {
    expect(addNetworks('whitelist', ON, [NEW, '203.0.113.7'])).toMatchObject({
      label: 'Allow 2 networks',
      operation: 'updateWhitelist',
      input: { add: [NEW, '203.0.113.7'] },
      tried: { whitelist: ['192.0.2.0/24', NEW, '203.0.113.7'] },
    });
    expect(addNetworks('blacklist', OFF, [NEW]).input).toEqual({ add: [NEW], active: true });
  });

  test('the dry run leaves out networks that are removed, switched off or deleted', () => {
    expect(removeNetwork('blacklist', ON, '192.0.2.0/24')).toMatchObject({
      operation: 'updateBlacklist',
      input: { remove: ['192.0.2.0/24'] },
      tried: { blacklist: [] },
    });
    expect(switchList('blacklist', ON)).toMatchObject({ input: { active: false }, tried: { blacklist: [] } });
    expect(switchList('blacklist', OFF)).toMatchObject({ input: { active: true }, tried: { blacklist: ON.networks } });
    expect(clearList('whitelist')).toMatchObject({ operation: 'deleteWhitelist', input: {}, tried: { whitelist: [] } });
    // Networks of a list that is off drop nothing, before and after.
    const both = { active: false, networks: [NEW, '192.0.2.0/24'] };
    expect(removeNetwork('blacklist', both, NEW).tried).toEqual({ blacklist: [] });
  });

  test('a list is replaced', () => {
    expect(replaceList('whitelist', [NEW])).toMatchObject({ operation: 'setWhitelist', input: { networks: [NEW] } });
  });

  test('typed text is split into networks', () =>
    expect(splitNetworks(' 192.0.2.1, 2001:db8::/32;\n198.51.100.0/24 ')).toHaveLength(3));
});

test('the geo filter is set, updated, switched and deleted', () => {
  const filter = { active: true, action: 'deny', countries: ['AQ'] } as const;
  const given = { ...filter, countries: [...filter.countries] };
  expect(setGeo({ ...given, active: false }, { action: 'allow', countries: ['AT'] })).toMatchObject({
    operation: 'setGeoFilter',
    input: { action: 'allow', countries: ['AT'] },
    tried: { geo: { action: 'allow', countries: ['AT'] } },
  });
  expect(setGeo(given, { action: 'deny', countries: ['AQ', 'AT'] })).toMatchObject({
    operation: 'updateGeoFilter',
    input: { countries: ['AQ', 'AT'] },
  });
  expect(switchGeo(given, LISTS)).toMatchObject({ input: { active: false }, tried: LISTS, withoutGeo: true });
  expect(switchGeo({ ...given, active: false }, LISTS)).toMatchObject({
    input: { active: true },
    tried: { geo: { action: 'deny' } },
  });
  expect(deleteGeo(LISTS)).toMatchObject({ operation: 'deleteGeoFilter', withoutGeo: true });
});

test('dropsAddress says whether a change would drop packets from the own address', () => {
  const me = '198.51.100.7';
  const lists = { blacklist: [], whitelist: [] };
  expect(dropsAddress(lists, { blacklist: [NEW] }, me)).toBe(true);
  expect(dropsAddress(lists, { blacklist: ['192.0.2.0/24'] }, me)).toBe(false);
  expect(dropsAddress({ ...lists, whitelist: [`${me}/32`] }, { blacklist: [NEW] }, me)).toBe(false);
  expect(dropsAddress({ blacklist: [NEW], whitelist: [`${me}/32`] }, { whitelist: [] }, me)).toBe(true);
  expect(dropsAddress(lists, { blacklist: ['0.0.0.0/0'] }, null)).toBe(false);
});
