import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, type OperationName, operationOf } from './operations.ts';
import { withoutEmptyFilters } from './query.ts';

const entries = OPERATION_NAMES.map((name) => ({ name, query: operationOf(name).query })).filter(({ query }) => query);
const filters = entries.flatMap(({ name, query }) =>
  Object.keys(query?.shape ?? {})
    .filter((parameter) => parameter.startsWith('filter['))
    .map((parameter) => ({ name, parameter, query })),
);
const periods = entries.filter(({ query }) => 'filter[start]' in (query?.shape ?? {}));

describe.each(filters)('$name $parameter', ({ parameter, query }) => {
  it('counts as missing when it is empty', () => {
    expect(query?.parse(withoutEmptyFilters(query, { [parameter]: '' }))).toEqual(query?.parse({}));
  });
});

it('an empty unknown filter is refused', () => {
  const { query } = operationOf('listServers');
  expect(query?.safeParse(withoutEmptyFilters(query, { 'filter[colour]': '' })).success).toBe(false);
});

describe.each(periods)('the period of $name', ({ query }) => {
  const ok = (start: string, end?: string) =>
    query?.safeParse({ 'filter[start]': start, ...(end === undefined ? {} : { 'filter[end]': end }) }).success;

  it('must not end before its start, and may start at any time', () => {
    expect(ok('2000000000', '1999999999')).toBe(false);
    expect(ok('2000000000', '2000000000')).toBe(true);
    expect(ok('99999999999')).toBe(true);
    const refused = query?.safeParse({ 'filter[start]': '2', 'filter[end]': '1' });
    expect(refused?.error?.issues[0]?.path).toEqual(['filter[start]']);
  });
});

describe('filter[status]', () => {
  const listing = filters.filter(({ parameter }) => parameter === 'filter[status]');

  it('is a comma-separated list of known words in every operation', () => {
    const WORDS: Partial<Record<OperationName, string>> = {
      ...{ listFloatingIps: 'awaiting_payment,processing', listServers: 'awaiting_payment,processing' },
      listServerSummaries: 'processing,terminated',
      ...{ listOrders: 'awaiting_payment,processing', listTickets: 'opened,answered', listEventDeliveries: 'pending,failed' },
    };
    expect(listing.map(({ name }) => name).sort()).toEqual(Object.keys(WORDS).sort());
    for (const { name, query } of listing) {
      const words = WORDS[name] ?? '';
      expect(query?.parse({ 'filter[status]': words }), name).toMatchObject({ 'filter[status]': words.split(',') });
      expect(query?.safeParse({ 'filter[status]': 'active,odd' }).success, name).toBe(false);
    }
  });

  it('accepts pending_payment for awaiting_payment, and removes duplicates', () => {
    for (const name of ['listServers', 'listOrders', 'listFloatingIps'] as const) {
      const { query } = operationOf(name);
      const read = (text: string) => query?.parse({ 'filter[status]': text })['filter[status]'];
      expect(read('pending_payment')).toEqual(['awaiting_payment']);
      expect(read('pending_payment,awaiting_payment,processing')).toEqual(['awaiting_payment', 'processing']);
    }
  });
});
