import type { RESOURCE_EVENTS, StreamedEvent } from '@innkeeper/contract/schemas/event';
import type { AccountEvent } from '@innkeeper/db/schema';
import type { LoadedOperation } from '@innkeeper/db/tables/operations';
import { labelOf } from '@innkeeper/domain/workflows/kinds';
import { formatDecimal } from '@innkeeper/model/money/money';
import { percentOf } from './operation.ts';
import { statesOf } from './server.ts';
import { iso } from './time.ts';

/** Presents an event. Triggers write the data of each kind (db/migrations/start/events.ts). */
export function presentEvent({ id, at, change, resource_kind, resource_id, data }: AccountEvent): StreamedEvent {
  const common = { id: Number(id), at: iso(at), change, resource_id };
  const given = data as never;
  if (resource_kind === 'server') return { ...common, type: 'server', data: serverData(given) };
  if (resource_kind === 'operation') return { ...common, type: 'operation', data: operationData(given) };
  if (resource_kind === 'order') return { ...common, type: 'order', data: { status: (given as OrderData).status } };
  if (resource_kind === 'attack') {
    const attack: AttackData = given;
    return { ...common, resource_id: attack.ip_address_id, type: 'attack', data: attackData(attack) };
  }
  const { status = null, server_id = null }: ResourceData = given;
  return { ...common, type: resource_kind as ResourceType, data: { status, server_id } };
}

type Data<Type> = Extract<StreamedEvent, { type: Type }> extends { data: infer D } ? D : never;
type OrderData = Data<'order'>;
type ResourceType = (typeof RESOURCE_EVENTS)[number];
type ResourceData = Partial<Data<ResourceType>>;

interface AttackData extends Pick<Data<'attack'>, 'detector' | 'severity'>, Partial<Pick<Data<'attack'>, 'server_id'>> {
  key: string;
  ip_address_id: number;
  ended_at: string | null;
}

// Older events have no server.
const attackData = ({ key, ended_at, detector, severity, server_id = null }: AttackData): Data<'attack'> => ({
  attack_id: key,
  ongoing: ended_at === null,
  detector,
  severity,
  server_id,
});

type ServerRow = Parameters<typeof statesOf>[0] &
  Pick<Data<'server'>, 'status' | 'lock_reason'> &
  Partial<Omit<Data<'server'>, 'power' | 'state' | 'renew_amount'>> & {
    /** Net price in cents, as a JSON number. */
    renew_price?: number;
  };

function serverData(row: ServerRow): Data<'server'> {
  // Older events contain only the state.
  const { status, status_reason = null, power, lock_reason, hostname = null, plan = null, image = null, main_ip = null } = row;
  const { billing_cycle = null, renew_price, auto_renew = null, cancelled = null, created_at = null, expiry_at = null } = row;
  return {
    status,
    status_reason,
    power,
    state: statesOf(row, lock_reason !== null),
    lock_reason,
    hostname,
    plan,
    image,
    main_ip,
    billing_cycle,
    renew_amount: renew_price === undefined ? null : formatDecimal(BigInt(renew_price)),
    auto_renew,
    cancelled,
    created_at: created_at && iso(new Date(created_at)),
    expiry_at: expiry_at && iso(new Date(expiry_at)),
  };
}

type OperationRow = Pick<LoadedOperation, 'kind' | 'shown_state' | 'percent' | 'resource_kind' | 'resource_id'> & {
  step?: string | null;
};

/** Name of the final transaction, which is not shown as a step. */
const END = 'end';

function operationData(row: OperationRow): Data<'operation'> {
  const { kind, shown_state, step = null, resource_kind, resource_id } = row;
  const resource = resource_kind === null || resource_id === null ? null : { type: resource_kind, id: resource_id };
  return { kind: labelOf(kind), state: shown_state, step: step === END ? null : step, percent: percentOf(row), resource };
}
