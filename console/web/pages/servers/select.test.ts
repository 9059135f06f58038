import type { ServerSummary } from '@innkeeper/sdk/index';
import { describe, expect, it } from 'vitest';
import { belongsTo, countViews, formatSort, parseFilter, parseSort, selectServers, soonCutoff } from './select.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

function server(fields: Partial<ServerSummary>): ServerSummary {
  return {
    id: 1,
    hostname: 'web-1.example',
    status: 'active',
    status_reason: null,
    power: 'running',
    state: ['running'],
    lock_reason: null,
    plan: 'small',
    image: 'Debian 13',
    main_ip: '192.0.2.1',
    billing_cycle: 1,
    renew_amount: '7.98',
    auto_renew: true,
    cancelled: false,
    created_at: '2026-11-01T00:00:00Z',
    expiry_at: '2027-03-02T00:00:00Z',
    under_attack: false,
    attack_filtered: null,
    ...fields,
  };
}

describe('views', () => {
  it('shows servers with problems in "attention", but not servers that were stopped on purpose', () => {
    const shows = (fields: Partial<ServerSummary>) => belongsTo('attention', server(fields), soonCutoff(NOW));
    expect(shows({})).toBe(false);
    expect(shows({ power: 'stopped' })).toBe(false);
    expect(shows({ power: 'crashed' })).toBe(true);
    expect(shows({ power: 'unreachable' })).toBe(true);
    expect(shows({ status: 'suspended', power: 'stopped' })).toBe(true);
    expect(shows({ status: 'awaiting_payment', power: 'absent' })).toBe(true);
    expect(shows({ under_attack: true })).toBe(true);
  });

  it('shows servers in "expiring" that end within 14 days', () => {
    expect(belongsTo('expiring', server({ expiry_at: '2026-12-10T11:59:59.999999Z' }), soonCutoff(NOW))).toBe(true);
    expect(belongsTo('expiring', server({ expiry_at: '2026-12-10T12:00:00.000000Z' }), soonCutoff(NOW))).toBe(false);
    expect(belongsTo('expiring', server({ expiry_at: null }), soonCutoff(NOW))).toBe(false);
  });

  it('counts each view', () => {
    const servers = [server({ id: 1 }), server({ id: 2, power: 'stopped' }), server({ id: 3, power: 'crashed' })];
    expect(countViews(servers, NOW)).toEqual({ all: 3, attention: 1, expiring: 0, stopped: 1 });
  });
});

describe('filter', () => {
  it('finds parts of names and addresses, and requires all words', () => {
    expect(parseFilter('WEB')(server({}))).toBe(true);
    expect(parseFilter('192.0.2')(server({}))).toBe(true);
    expect(parseFilter('web db')(server({}))).toBe(false);
    expect(parseFilter('  ')(server({}))).toBe(true);
  });

  it('filters by plan, state and image', () => {
    expect(parseFilter('plan:sm')(server({}))).toBe(true);
    expect(parseFilter('plan:large')(server({}))).toBe(false);
    expect(parseFilter('state:stopped')(server({ power: 'stopped' }))).toBe(true);
    expect(parseFilter('image:debian')(server({}))).toBe(true);
  });

  it('accepts a server without an address', () => {
    expect(parseFilter('10.')(server({ main_ip: null }))).toBe(false);
  });
});

describe('order', () => {
  const servers = [
    server({ id: 1, hostname: 'web-10', renew_amount: '30.00', billing_cycle: 12 }),
    server({ id: 2, hostname: 'web-9', renew_amount: '5.00', billing_cycle: 1 }),
    server({ id: 3, hostname: 'web-9', renew_amount: '0.00' }),
  ];
  const order = (sort: string) => selectServers(servers, { view: 'all', filter: '', sort: parseSort(sort), now: NOW });

  it('sorts numbers in names as numbers, and equal names by their ids', () => {
    expect(order('name')).toEqual([2, 3, 1]);
    expect(order('-name')).toEqual([1, 2, 3]);
  });

  it('gives the same result from any previous order', () => {
    const given = { view: 'all', filter: '', sort: parseSort('name'), now: NOW } as const;
    for (const previous of [[], [1, 2, 3], [3, 2, 1], [9, 3]])
      expect(selectServers(servers, { ...given, previous })).toEqual([2, 3, 1]);
    expect(selectServers(servers, { ...given, filter: 'web-10', previous: [3, 2, 1] })).toEqual([1]);
  });

  it('sorts by the price per month, whatever the billing cycle', () => {
    expect(order('price')).toEqual([3, 1, 2]);
  });

  it('reads an order from a URL, and ignores an unknown one', () => {
    expect(parseSort('-until')).toEqual({ key: 'until', isDescending: true });
    expect(parseSort('secret')).toEqual({ key: 'name', isDescending: false });
    expect(formatSort(parseSort('-until'))).toBe('-until');
  });
});
