/** Support plans as services: nothing is built or removed. */
import { findOrderLine } from '@innkeeper/db/tables/orders';
import { updateServices } from '@innkeeper/db/tables/services';
import { supportPlanNames } from '@innkeeper/db/tables/support-plans';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import { beginTerm } from '../services/begin-term.ts';
import type { PaidLine, ServiceHooks } from '../services/hooks.ts';

export const supportPlanHooks = {
  async offers(db, ids) {
    const names = await supportPlanNames(db, ids);
    return new Map([...names].map(([id, name]) => [id, { label: supportPlanLabel(name), sublabel: '', minimumMonths: 1 }]));
  },
  // The purchase inserts the row.
  reserve: null,
  async release({ db, clock }, id) {
    await db
      .updateTable('services')
      .set({ status: 'terminated', ended_at: clock.now() })
      .where('id', '=', id)
      .where('status', 'in', ['awaiting_payment', 'processing'])
      .execute();
  },
  fulfil: deliver,
  begin: (cx, { id }, line) => deliver(cx, id, line),
  scale: null,
  suspend: async () => {},
  resume: async () => {},
  async end(cx, { id, status }) {
    serviceLifecycle.next(status, 'terminate');
    await updateServices(cx.db, [id], { status: 'terminated', ended_at: cx.clock.now() });
  },
} satisfies ServiceHooks<never, never>;

/** Returns the label of a support plan on an order. */
export const supportPlanLabel = (name: string): string => `Support: ${name}`;

async function deliver(cx: MutatingCx, id: number, { lineId }: PaidLine): Promise<void> {
  const line = await findOrderLine(cx.db, lineId);
  if (line) await beginTerm(cx, [{ ...line, service_id: id }], 'Support plan');
}
