import type { FloatingIp, OrderSummary, ServerSummary, TicketSummary } from '@innkeeper/sdk/index';
import { describe, expect, it } from 'vitest';
import { type AttentionSources, findAttentionItems } from './attention-items.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const inDays = (days: number): string => new Date(NOW + days * 86_400_000).toISOString();

let lastId = 0;
function server(fields: Partial<ServerSummary> = {}): ServerSummary {
  lastId += 1;
  return {
    id: lastId,
    hostname: `web-${lastId}`,
    status: 'active',
    status_reason: null,
    power: 'running',
    state: ['running'],
    lock_reason: null,
    plan: 'nano',
    image: 'Tiny Linux',
    main_ip: null,
    billing_cycle: 1,
    renew_amount: '10.00',
    auto_renew: true,
    cancelled: false,
    created_at: inDays(-10),
    expiry_at: inDays(20),
    under_attack: false,
    attack_filtered: null,
    ...fields,
  };
}

const order = (id: number, due_at: string | null) => ({ id, due_at }) as OrderSummary;
const rich = { covered_until: null, shortfall: 0 };
const nothing: AttentionSources = { servers: [], orders: [], tickets: [], floatingIps: [], balance: rich, now: NOW };
const kindsOf = (known: Partial<AttentionSources>) => findAttentionItems({ ...nothing, ...known }).map(({ kind }) => kind);

describe('things that need a person', () => {
  it('do not include paid servers that run or were stopped', () => {
    expect(kindsOf({ servers: [server(), server({ power: 'stopped', state: ['stopped'] })] })).toEqual([]);
  });

  it('begin with current problems, and continue by due time', () => {
    const servers = [
      server({ auto_renew: false, expiry_at: inDays(3) }),
      server({ under_attack: true }),
      server({ power: 'unreachable' }),
      server({ status: 'suspended' }),
    ];
    const tickets = [{ id: 1 } as TicketSummary];
    const orders = [order(7, inDays(5)), order(8, inDays(1)), order(9, null)];
    const found = findAttentionItems({ ...nothing, servers, tickets, orders }).map(({ key }) => key);
    const [byHand, attacked, lost, suspended] = servers.map(({ id }) => id);
    expect(found).toEqual([
      `suspended-${suspended}`,
      `unwell-${lost}`,
      `attack-${attacked}`,
      'order-8',
      `by-hand-${byHand}`,
      'order-7',
      'order-9',
      'ticket-1',
    ]);
  });

  it('leave out cancelled servers', () => {
    const servers = [
      server({ status: 'suspended', cancelled: true }),
      server({ auto_renew: false, cancelled: true, expiry_at: inDays(1) }),
    ];
    expect(kindsOf({ servers })).toEqual([]);
  });

  it('include a suspended floating IP', () => {
    const floatingIps = [{ id: 3, status: 'suspended', cancel_request: null, expiry_at: null } as FloatingIp];
    expect(kindsOf({ floatingIps })).toEqual(['suspended']);
  });
});

describe('renewals', () => {
  it('are not listed if the balance or a card pays them', () => {
    expect(kindsOf({ balance: { covered_until: null, shortfall: 12 } })).toEqual([]);
  });

  it('are listed with the end of the first service that nothing pays', () => {
    const [found] = findAttentionItems({ ...nothing, balance: { covered_until: inDays(9), shortfall: 12 } });
    expect(found).toMatchObject({ kind: 'renewal', due: Date.parse(inDays(9)), missing: 12 });
  });

  it('of an overdue service are an existing problem', () => {
    const [found] = findAttentionItems({ ...nothing, balance: { covered_until: inDays(-1), shortfall: 12 } });
    expect(found).toMatchObject({ kind: 'renewal', due: 0 });
  });
});
