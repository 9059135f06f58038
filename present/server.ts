import type { Server, ServerState } from '@innkeeper/contract/schemas/server';
import type { ShownServer } from '@innkeeper/db/tables/servers';
import { type BasisPoints, formatDecimal, withVat } from '@innkeeper/model/money/money';
import { boundary, extendTerm } from '@innkeeper/model/pricing/period';
import type { ServerPower } from '@innkeeper/model/states/server-power';
import type { LockReason } from '@innkeeper/model/states/workflow-words.gen';
import { presentAddon } from './addon.ts';
import { presentCancelRequest } from './cancel-request.ts';
import { presentImageOfServer } from './image.ts';
import { presentIpAddress } from './ip-address.ts';
import { presentPlan } from './plan.ts';
import { presentSshKeyOfServer } from './ssh-key.ts';
import { presentStartupScript } from './startup-script.ts';
import { iso, isoOrNull } from './time.ts';

/** Renewals and copies are never disabled yet, so both are always possible. */
const SETTINGS = JSON.stringify({ renew_enabled: true, snapshots_enabled: true });

/**
 * Values of `state`, which clients of the source API use. A crashed guest is `stopped` there, because it is off and Start helps. `power`
 * distinguishes the two.
 */
const STATES_BY_POWER: Record<ServerPower, readonly ServerState[]> = {
  absent: [],
  booting: ['booting'],
  running: ['running'],
  stopped: ['stopped'],
  crashed: ['stopped'],
  interrupted: ['stopped'],
  unreachable: ['running', 'unreachable'],
  // A stalled guest executes no instructions.
  stalled: ['unreachable'],
};

export function presentServer(server: ShownServer, rate: BasisPoints): Server {
  return serverPresenter(rate)(server);
}

/** Returns a presenter for the servers of one reply. Plans, images and keys that they share (`loadServers`) are presented once. */
export function serverPresenter(rate: BasisPoints): (server: ShownServer) => Server {
  const planOf = memoizeByRow((plan: ShownServer['plan']) => presentPlan(plan, rate));
  const imageOf = memoizeByRow(presentImageOfServer);
  const keyOf = memoizeByRow(presentSshKeyOfServer);
  return (server) =>
    presentWithParts(server, rate, { plan: planOf(server.plan), image: imageOf(server.image), keys: server.ssh_keys.map(keyOf) });
}

function memoizeByRow<Row, Item>(present: (row: Row) => Item): (row: Row) => Item {
  const items = new Map<Row, Item>();
  return (row) => {
    const known = items.get(row);
    if (known) return known;
    const item = present(row);
    items.set(row, item);
    return item;
  };
}

interface SharedParts {
  plan: Server['plan'];
  image: Server['server_image'];
  keys: Server['ssh_keys'];
}

function presentWithParts(server: ShownServer, rate: BasisPoints, { plan, image, keys }: SharedParts): Server {
  const { lock } = server;
  return {
    id: server.id,
    hostname: server.hostname,
    billing_cycle: server.billing_cycle,
    plan,
    actual_disk: String(server.disk_gb),
    status: server.status,
    virtualization: server.image.virtualization,
    promo_code: server.promo_code,
    locked: lock ? 'true' : null,
    locked_at: isoOrNull(lock?.locked_at ?? null),
    lock_reason: (lock?.reason as LockReason | undefined) ?? null,
    created_at: iso(server.created_at),
    expiry_at: isoOrNull(server.expiry_at),
    potential_expiry_at: iso(potentialExpiry(server)),
    auto_renew: server.auto_renew,
    server_image: image,
    ip_addresses: server.addresses.map((address) => presentIpAddress(address, rate)),
    addons: server.addons.map((addon) => presentAddon(addon, rate)),
    cancel_request: presentCancelRequest(server.cancel_request),
    settings: SETTINGS,
    ssh_keys: keys,
    adapter: 1,
    startup_script: presentStartupScript(server),
    vpcs: [],
    actual_network_speed: String(server.network_speed_mbps),
    renew_amount: formatDecimal(server.renew_price),
    renew_amount_with_vat: formatDecimal(withVat(server.renew_price, rate)),
    state: statesOf(server, lock !== null),
    status_reason: server.shown_reason,
    ended_at: isoOrNull(server.ended_at),
    power: server.power,
  };
}

/**
 * Returns the expiry after all unpaid renewals are paid.
 *
 * The term of a server that was never active begins with its payment. It is shown as of its order, because a reply that depends on the
 * current time could not be cached.
 */
function potentialExpiry({ expiry_at, billing_anchor, created_at, billing_cycle, unpaid_months }: ShownServer): Date {
  if (!expiry_at) return boundary(created_at, billing_cycle);
  if (unpaid_months === 0) return expiry_at;
  return extendTerm(billing_anchor ?? expiry_at, expiry_at, unpaid_months);
}

type StateFields = Pick<ShownServer, 'power' | 'rescue' | 'network_suspended'>;

/** Returns the values of `state` for a server. */
export function statesOf({ power, rescue, network_suspended }: StateFields, locked: boolean): ServerState[] {
  return [
    ...STATES_BY_POWER[power],
    ...(rescue ? (['rescue'] as const) : []),
    ...(network_suspended ? (['network_suspended'] as const) : []),
    ...(locked ? (['locked'] as const) : []),
  ];
}
