/** Finds items that need attention, ordered by due time. Pure. */
import type { Balance, FloatingIp, OrderSummary, ServerSummary, TicketSummary } from '@innkeeper/sdk/index';
import { needsAttention } from '../../parts/server-state.ts';

/** Kinds in the order of items with the same due time. */
const KINDS = ['order', 'suspended', 'unwell', 'attack', 'renewal', 'by-hand', 'ticket'] as const;
type Kind = (typeof KINDS)[number];
type ServerItemKind = 'suspended' | 'unwell' | 'attack' | 'by-hand';

interface Base {
  key: string;
  /** Due time in milliseconds. 0 for an existing problem, infinity for an item without a due time. */
  due: number;
}

export type AttentionItem = Base &
  (
    | { kind: 'order'; order: OrderSummary }
    | { kind: ServerItemKind; server: ServerSummary }
    | { kind: 'suspended'; floatingIp: FloatingIp }
    | { kind: 'renewal'; missing: number }
    | { kind: 'ticket'; ticket: TicketSummary }
  );

export interface AttentionSources {
  servers: readonly ServerSummary[];
  orders: readonly OrderSummary[];
  tickets: readonly TicketSummary[];
  floatingIps: readonly FloatingIp[];
  balance: Pick<Balance, 'covered_until' | 'shortfall'>;
  /** Current time in milliseconds since 1970. */
  now: number;
}

/** Time in milliseconds before its end at which a manually renewed service becomes due. */
const BY_HAND_MS = 14 * 86_400_000;

/** Returns the items that need attention: existing problems first, and then by due time. */
export function findAttentionItems({ servers, orders, tickets, floatingIps, balance, now }: AttentionSources): AttentionItem[] {
  const items: AttentionItem[] = [
    ...orders.map((order) => ({
      key: `order-${order.id}`,
      kind: 'order' as const,
      due: order.due_at === null ? Number.POSITIVE_INFINITY : Date.parse(order.due_at),
      order,
    })),
    ...servers.flatMap((server) => itemsOfServer(server, now)),
    ...floatingIps
      .filter(({ status, cancel_request }) => status === 'suspended' && cancel_request === null)
      .map((floatingIp) => ({ key: `floating-ip-${floatingIp.id}`, kind: 'suspended' as const, due: 0, floatingIp })),
    ...findUnpaidRenewal(balance, now),
    ...tickets.map((ticket) => ({
      key: `ticket-${ticket.id}`,
      kind: 'ticket' as const,
      due: Number.POSITIVE_INFINITY,
      ticket,
    })),
  ];
  return items.sort((a, b) => compare(a.due, b.due) || rankOf(a.kind) - rankOf(b.kind));
}

const rankOf = (kind: Kind): number => KINDS.indexOf(kind);

/** Compares two times. The difference of two infinities is not a number. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

function itemsOfServer(server: ServerSummary, now: number): AttentionItem[] {
  const found: AttentionItem[] = [];
  const add = (kind: ServerItemKind, due: number) => found.push({ key: `${kind}-${server.id}`, kind, due, server });
  // A suspension that the customer requested needs no attention.
  if (server.status === 'suspended' && !server.cancelled) add('suspended', 0);
  if (server.status === 'active' && needsAttention({ ...server, under_attack: false })) add('unwell', 0);
  if (server.under_attack) add('attack', 0);
  const end = server.expiry_at === null ? Number.POSITIVE_INFINITY : Date.parse(server.expiry_at);
  if (server.status === 'active' && !server.auto_renew && !server.cancelled && end - now < BY_HAND_MS) add('by-hand', end);
  return found;
}

/** Returns the first renewal that neither the balance nor a card pays, as one item. */
function findUnpaidRenewal(
  { covered_until: until, shortfall: missing }: AttentionSources['balance'],
  now: number,
): AttentionItem[] {
  if (until === null) return [];
  const due = Date.parse(until);
  return [{ key: 'renewal', kind: 'renewal', due: due > now ? due : 0, missing }];
}
