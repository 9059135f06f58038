/** Finds the things that need a person, in the order of their due time. Pure. */
import type { Balance, FloatingIp, OrderSummary, ServerSummary, TicketSummary } from '@innkeeper/sdk/index';
import { needsAttention } from '../../parts/server-state.ts';

/** Kinds in the order in which things of one due time are listed. */
const KINDS = ['order', 'suspended', 'unwell', 'attack', 'renewal', 'by-hand', 'ticket'] as const;
type Kind = (typeof KINDS)[number];
type OfServer = 'suspended' | 'unwell' | 'attack' | 'by-hand';

interface Base {
  key: string;
  /** Time in milliseconds. 0 for something that is wrong already, infinity for something without a due time. */
  due: number;
}

export type Thing = Base &
  (
    | { kind: 'order'; order: OrderSummary }
    | { kind: OfServer; server: ServerSummary }
    | { kind: 'suspended'; floatingIp: FloatingIp }
    | { kind: 'renewal'; missing: number }
    | { kind: 'ticket'; ticket: TicketSummary }
  );

export interface Known {
  servers: readonly ServerSummary[];
  orders: readonly OrderSummary[];
  tickets: readonly TicketSummary[];
  floatingIps: readonly FloatingIp[];
  balance: Pick<Balance, 'balance' | 'balance_limit' | 'estimated_expenses'>;
  /** Time in milliseconds. */
  now: number;
}

/** A service that is renewed by hand is due within this time before its end. */
const BY_HAND_MS = 14 * 86_400_000;

/** `estimated_expenses` of the balance holds the renewals of this time. */
const AHEAD_MS = 30 * 86_400_000;

/** Returns the things that need a person: what is wrong already first, and then by due time. */
export function findThings({ servers, orders, tickets, floatingIps, balance, now }: Known): Thing[] {
  const things: Thing[] = [
    ...orders.map((order) => ({
      key: `order-${order.id}`,
      kind: 'order' as const,
      due: order.due_at === null ? Number.POSITIVE_INFINITY : Date.parse(order.due_at),
      order,
    })),
    ...servers.flatMap((server) => thingsOfServer(server, now)),
    ...floatingIps
      .filter(({ status, cancel_request }) => status === 'suspended' && cancel_request === null)
      .map((floatingIp) => ({ key: `floating-ip-${floatingIp.id}`, kind: 'suspended' as const, due: 0, floatingIp })),
    ...renewalNotCovered(servers, floatingIps, balance, now),
    ...tickets.map((ticket) => ({
      key: `ticket-${ticket.id}`,
      kind: 'ticket' as const,
      due: Number.POSITIVE_INFINITY,
      ticket,
    })),
  ];
  return things.sort((a, b) => compare(a.due, b.due) || rankOf(a.kind) - rankOf(b.kind));
}

const rankOf = (kind: Kind): number => KINDS.indexOf(kind);

/** Two infinities have no difference. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

function thingsOfServer(server: ServerSummary, now: number): Thing[] {
  const found: Thing[] = [];
  const add = (kind: OfServer, due: number) => found.push({ key: `${kind}-${server.id}`, kind, due, server });
  // A suspension that the customer asked for needs nobody.
  if (server.status === 'suspended' && !server.cancelled) add('suspended', 0);
  if (server.status === 'active' && needsAttention({ ...server, under_attack: false })) add('unwell', 0);
  if (server.under_attack) add('attack', 0);
  const end = server.expiry_at === null ? Number.POSITIVE_INFINITY : Date.parse(server.expiry_at);
  if (server.status === 'active' && !server.auto_renew && !server.cancelled && end - now < BY_HAND_MS) add('by-hand', end);
  return found;
}

/**
 * Returns the first renewal that the balance does not cover, as one thing. Net prices are raised to the sum that the API estimates, because
 * summaries have no VAT.
 */
function renewalNotCovered(
  servers: readonly ServerSummary[],
  floatingIps: readonly FloatingIp[],
  { balance, balance_limit, estimated_expenses: sum }: Known['balance'],
  now: number,
): Thing[] {
  const spendable = balance + balance_limit;
  if (sum <= spendable) return [];
  const isAhead = (expiry: string | null): expiry is string => expiry !== null && Date.parse(expiry) <= now + AHEAD_MS;
  const renewals = [
    ...servers
      .filter(({ status, auto_renew, cancelled }) => (status === 'active' || status === 'suspended') && auto_renew && !cancelled)
      .map(({ expiry_at, renew_amount }) => ({ expiry_at, net: Number(renew_amount) })),
    ...floatingIps
      .filter(({ cancel_request }) => cancel_request === null)
      .map(({ expiry_at, plan, billing_cycle }) => ({ expiry_at, net: Number(plan.price) * billing_cycle })),
  ]
    .flatMap(({ expiry_at, net }) => (isAhead(expiry_at) ? [{ at: Date.parse(expiry_at), net }] : []))
    .sort((a, b) => a.at - b.at);
  const factor = sum / renewals.reduce((total, { net }) => total + net, 0);
  let left = spendable;
  const first = renewals.find(({ net }) => {
    left -= net * factor;
    // Sums of cents are not exact in floating point.
    return left < -0.005;
  });
  return first === undefined ? [] : [{ key: 'renewal', kind: 'renewal', due: Math.max(first.at, 1), missing: sum - spendable }];
}
