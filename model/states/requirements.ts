/**
 * The states in which operations accept their resource.
 *
 * The contract refers to them by a word (`requires: { server: 'built' }`). Each other state has a sentence for the customer.
 */
import type { OrderStatus } from './order.ts';
import type { ServerStatus } from './server.ts';
import type { ServerPower } from './server-power.ts';
import type { TicketStatus } from './ticket.ts';

export interface ServerState {
  status: ServerStatus;
  power: ServerPower;
  rescue: boolean;
}

/** Sentence for each refused state. A state without a sentence is accepted. The first matching sentence is used. */
interface ServerRefusals {
  status: Partial<Record<ServerStatus, string>>;
  power?: Partial<Record<ServerPower, string>>;
  inRescue?: string;
  notInRescue?: string;
}

/** Prefix of the `status_reason` of a server that staff has suspended. The view `servers` writes it. */
export const STAFF_SUSPENSION = 'Our staff has suspended this server: ';

/** Prefix of the `status_reason` of a server that staff ends. The view `servers` writes it. */
export const STAFF_END = 'Our staff ends this server on ';

const NOT_BUILT = 'This server is not built yet. Wait until it is active.';
/** An active server has had a disk. */
export const DISK_LOST =
  'This server has lost its disk. Order a new server, restore a backup of this server on it, and cancel this server.';
const NO_SCREEN = 'This server is not running, so it has no screen. Start the server first.';
const LEAVE_RESCUE = 'This server is in rescue mode. Leave rescue mode first.';

const NOT_DELIVERED = {
  awaiting_payment: 'This server is not built yet because its order is unpaid. Pay the order first.',
  processing: NOT_BUILT,
  terminated: 'This server is terminated.',
} as const;
const NOT_ACTIVE = { ...NOT_DELIVERED, suspended: 'This server is suspended. Renew the server to use it again.' } as const;

const SERVER = {
  /** In service. */
  active: { status: NOT_ACTIVE },
  /** In service or suspended. */
  delivered: { status: NOT_DELIVERED },
  /** In service and with a disk. */
  built: { status: NOT_ACTIVE, power: { absent: DISK_LOST } },
  /** The disk may be replaced. Refused in rescue mode, because the rescue system may be using the disk. */
  'replaceable disk': { status: NOT_ACTIVE, power: { absent: DISK_LOST }, inRescue: LEAVE_RESCUE },
  scalable: { status: NOT_ACTIVE, inRescue: LEAVE_RESCUE },
  'not in rescue': { status: NOT_ACTIVE, inRescue: 'This server is already in rescue mode.' },
  'in rescue': { status: NOT_ACTIVE, notInRescue: 'This server is not in rescue mode.' },
  /** Has a screen: only a running machine has one. A machine that is being built has a screen from its first boot on. */
  running: {
    status: { awaiting_payment: NO_SCREEN, suspended: NO_SCREEN, terminated: NO_SCREEN },
    power: { absent: NO_SCREEN, stopped: NO_SCREEN, crashed: NO_SCREEN, interrupted: NO_SCREEN },
  },
} as const satisfies Record<string, ServerRefusals>;

const ORDER = {
  unpaid: {
    processing: 'The payment of this order is being processed. Wait for its result.',
    paid: 'This order is already paid.',
    cancelled: 'This order is cancelled.',
  },
} as const satisfies Record<string, Partial<Record<OrderStatus, string>>>;

const TICKET = {
  unresolved: { resolved: 'This ticket is already resolved.' },
} as const satisfies Record<string, Partial<Record<TicketStatus, string>>>;

const ADDON = {
  /** In service, or suspended with its server. */
  delivered: {
    awaiting_payment: 'This addon is not active yet because its order is unpaid. Pay the order first.',
    processing: 'This addon is not active yet. Wait until its order is processed.',
    terminated: 'This addon is terminated.',
  },
} as const satisfies Record<string, Partial<Record<ServerStatus, string>>>;

export type ServerRequirement = keyof typeof SERVER;

/** Requirements that a suspended server may meet, or that do not mention a suspension. */
export const USABLE_WHILE_SUSPENDED: ReadonlySet<ServerRequirement> = new Set(['delivered', 'running'] as const);
export type OrderRequirement = keyof typeof ORDER;

export interface Requirements {
  server?: ServerRequirement;
  order?: OrderRequirement;
  ticket?: keyof typeof TICKET;
  addon?: keyof typeof ADDON;
}

/** Current state of each resource that has one. */
export interface States {
  server?: ServerState;
  order?: { status: OrderStatus };
  ticket?: { status: TicketStatus };
  addon?: { status: ServerStatus };
}

/** Returns the sentence about the first resource in a wrong state, or `undefined` if all states are accepted. */
export function explainWrongState({ server, order, ticket, addon }: Requirements, states: States): string | undefined {
  return (
    (server && states.server && serverRefusal(server, states.server)) ??
    (order && states.order && orderRefusal(order, states.order)) ??
    (ticket && states.ticket && among(TICKET[ticket], states.ticket)) ??
    (addon && states.addon && among(ADDON[addon], states.addon))
  );
}

function among<Status extends string>(refusals: Partial<Record<Status, string>>, { status }: { status: Status }) {
  return refusals[status];
}

/** Returns the reason for refusing a server in this state, or `undefined` if it is accepted. */
export function serverRefusal(required: ServerRequirement, { status, power, rescue }: ServerState): string | undefined {
  const refusals: ServerRefusals = SERVER[required];
  return refusals.status[status] ?? refusals.power?.[power] ?? (rescue ? refusals.inRescue : refusals.notInRescue);
}

/** Returns the reason for refusing an order in this state, or `undefined` if it is accepted. */
export function orderRefusal(required: OrderRequirement, { status }: { status: OrderStatus }): string | undefined {
  return among<OrderStatus>(ORDER[required], { status });
}
