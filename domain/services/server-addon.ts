/** Addons of servers as services: nothing of them runs or is stored by itself. */
import { updateService } from '@innkeeper/db/tables/services';
import { renewalStep } from '@innkeeper/model/pricing/explanation';
import { serverLife } from '@innkeeper/model/states/server';
import type { ServiceHooks } from './hooks.ts';

const nothing = () => Promise.resolve();

export const serverAddonHooks = {
  async price(db, service, months) {
    const { key, hostname } = await db
      .selectFrom('addons')
      .innerJoin('server_details', 'server_details.id', 'addons.server_id')
      .select(['key', 'hostname'])
      .where('addons.id', '=', service.id)
      .executeTakeFirstOrThrow();
    const step = renewalStep(service.renew_price, service.billing_cycle, months);
    return { label: key, sublabel: hostname, step, minimumMonths: 1 };
  },
  // No addon is sold: an operator gives them.
  reserve: null,
  release: null,
  fulfil: null,
  begin: null,
  scale: null,
  suspend: nothing,
  resume: nothing,
  async end({ db, clock }, { id, status }) {
    await updateService(db, id, { status: serverLife.next(status, 'terminate'), ended_at: clock.now() });
  },
} satisfies ServiceHooks<never, never>;
