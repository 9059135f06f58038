/** The data of a floating IP that customers see in addition to its address. */
import type { Cents } from '@innkeeper/model/money/money';
import { sql } from 'kysely';
import type { FloatingIp } from '../../schema.ts';
import type { CancelRequest } from '../services.ts';

/** Terms of a floating IP, also shown inside an address. */
export interface FloatingIpTerms extends Pick<FloatingIp, 'id' | 'status' | 'server_id' | 'billing_cycle' | 'expiry_at'> {
  server_hostname: string | null;
  plan: FloatingIpPlanTerms;
  lock: { reason: string; locked_at: Date } | null;
  cancel_request: CancelRequest | null;
}

export interface FloatingIpPlanTerms {
  key: string;
  name: string;
  /** Net price in cents per month, from the catalogue. */
  price: Cents;
  on_sale: boolean;
}

/** The terms as JSON of the database. */
export interface PlainTerms extends Pick<FloatingIp, 'id' | 'status' | 'server_id' | 'billing_cycle'> {
  expiry_at: string | null;
  server_hostname: string | null;
  key: string;
  plan_name: string;
  plan_price: string | number;
  on_sale: boolean;
  lock_reason: string | null;
  locked_at: string | null;
  cancel_request: (Omit<CancelRequest, 'created_at'> & { created_at: string }) | null;
}

/** JSON fields of a floating IP `f` and of the tables that `TERMS_FROM` joins. */
export const TERMS = sql.raw(`
  'id', f.id, 'status', f.status, 'server_id', f.server_id, 'billing_cycle', f.billing_cycle, 'expiry_at', f.expiry_at,
  'server_hostname', d.hostname, 'key', f.key, 'plan_name', p.name, 'plan_price', p.price::text, 'on_sale', p.disabled_at is null,
  'lock_reason', l.reason, 'locked_at', l.locked_at, 'cancel_request', to_json(c)`);

export const TERMS_FROM = sql.raw(`
  from floating_ips f join floating_ip_plans p on p.key = f.key left join server_details d on d.id = f.server_id
  left join locks l on l.kind = 'floating_ip' and l.resource_id = f.id left join cancel_requests c on c.service_id = f.id`);

/** Converts terms from JSON, with dates and bigints. */
export function hydrateTerms(plain: PlainTerms): FloatingIpTerms {
  const { expiry_at, key, plan_name: name, plan_price, on_sale, lock_reason, locked_at, cancel_request: cancel, ...row } = plain;
  return {
    ...row,
    expiry_at: expiry_at === null ? null : new Date(expiry_at),
    plan: { key, name, price: BigInt(plan_price), on_sale },
    lock: lock_reason !== null && locked_at !== null ? { reason: lock_reason, locked_at: new Date(locked_at) } : null,
    cancel_request: cancel && { ...cancel, created_at: new Date(cancel.created_at) },
  };
}
