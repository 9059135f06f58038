import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { Database } from '@innkeeper/db/schema';
import { listRooms } from '@innkeeper/db/tables/nodes';
import { findPlanByKey } from '@innkeeper/db/tables/plans';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import { fits, needOf } from '@innkeeper/model/capacity';
import { type Cents, decimal } from '@innkeeper/model/money';
import type { Kysely, Transaction } from 'kysely';
import { refuseTaken } from './taken.ts';

export interface NewPlan {
  key: string;
  /** For customers. */
  name: string;
  /** What it is listed with; customers are told the next larger plan of the same type. */
  type: string;
  vcpus: number;
  dedicatedCpu: boolean;
  memoryGb: number;
  diskGb: number;
  /** TB a month; 0 is unmetered. */
  trafficTb: number;
  networkSpeedMbps: number;
  /** Of the node's disk; undefined: no limit. */
  iops?: number | undefined;
  diskMbPerSecond?: number | undefined;
  /** Months that are paid at once at the least. */
  minimumMonths: number;
  /** Net, a month. */
  price: Cents;
  /** Among the others; undefined: last. */
  position?: number | undefined;
  onSale: boolean;
}

export interface AddedPlan {
  id: number;
  /** Whether a node could take such a server now. */
  hasRoom: boolean;
}

/** Puts a plan into the catalogue. Refuses a key or a name that another plan has, on sale or not. */
export function addPlan(db: Kysely<Database>, plan: NewPlan): Promise<AddedPlan> {
  return inTransaction(db, async (trx) => {
    await refuseTaken(trx, plan);
    if (await findPlanByKey(trx, plan.key)) throw new Refusal(`There is a plan ${plan.key} already.`);
    const row = await trx
      .insertInto('plans')
      .values(await rowOf(trx, plan))
      .returning(['id', 'position'])
      .executeTakeFirstOrThrow();
    const { price, iops = null, diskMbPerSecond = null, ...told } = plan;
    const details = { ...told, price: decimal(price), iops, diskMbPerSecond, position: row.position };
    await audit(operatorCx(trx), 'addPlan', { kind: 'plan', id: row.id }, details);
    const { vcpus, dedicatedCpu: dedicated, memoryGb, diskGb } = plan;
    const need = needOf({ vcpus, dedicated, memoryMb: memoryGb * 1024, diskGb });
    return { id: row.id, hasRoom: (await listRooms(trx)).some((room) => fits(need, room)) };
  });
}

async function rowOf(trx: Transaction<Database>, plan: NewPlan) {
  const { key, name, type, vcpus, dedicatedCpu, memoryGb, diskGb, price } = plan;
  const last = await trx
    .selectFrom('plans')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirstOrThrow();
  return {
    ...{ key, name, type, vcpus, price },
    dedicated_cpu: dedicatedCpu,
    memory_mb: memoryGb * 1024,
    disk_gb: diskGb,
    bandwidth_tb: plan.trafficTb,
    network_speed_mbps: plan.networkSpeedMbps,
    disk_iops: plan.iops ?? null,
    disk_mb_per_second: plan.diskMbPerSecond ?? null,
    minimum_billing_cycle: plan.minimumMonths,
    position: plan.position ?? (last.position ?? 0) + 1,
    disabled_at: plan.onSale ? null : new Date(),
  };
}
