/** Lists of orders, one order, and how its amounts were calculated. */
import type { OrderLine } from '@innkeeper/db/schema';
import { withInvoices } from '@innkeeper/db/tables/invoices/list';
import { type LoadedOrder, pageOfOrders } from '@innkeeper/db/tables/orders';
import { findServices } from '@innkeeper/db/tables/services';
import type { Cx, RequestCx } from '@innkeeper/domain/context';
import { describeSteps } from '@innkeeper/model/pricing/describe-steps';
import { type Step, withoutVat } from '@innkeeper/model/pricing/explanation';
import { presentOrder, presentOrderSummary } from '@innkeeper/present/order';
import { presentExplanation } from '@innkeeper/present/order-explanation';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Reply } from '../define.ts';

/** Returns a page of the orders of the caller's account, newest first, and the total count. */
export async function listOrders(cx: RequestCx, { query }: Input<'listOrders'>): Promise<Reply<'listOrders'>> {
  const filter = { accountId: cx.actor.accountId, statuses: query['filter[status]'] };
  return page(cx.url, query, await pageOfOrders(cx.db, { ...filter, ...pageRequest(query) }), presentOrderSummary);
}

/** Returns an order with its lines and invoices. */
export async function getOrder(cx: Cx, { order }: Input<'getOrder'>): Promise<Reply<'getOrder'>> {
  return presentOrder(await withInvoices(cx.db, order));
}

/**
 * Returns the steps of the calculation of each line, as stored with the order. Adds later corrections of VAT and the refund of an addon
 * that ended early.
 */
export async function explainOrder({ db, settings }: Cx, { order }: Input<'explainOrder'>): Promise<Reply<'explainOrder'>> {
  const { currency } = settings;
  const ends = await endStepsOf(
    db,
    order.lines.flatMap(({ service_id }) => service_id ?? []),
  );
  const lines = order.lines.map((line) => {
    const ended = ends.find(({ id, of }) => id === line.service_id && of.includes(line.id));
    const steps: Step[] = [...line.explanation, ...correctionOf(order, line), ...(ended?.steps ?? [])];
    const texts = describeSteps(steps, currency);
    return { line, steps: steps.map((step, i) => ({ step, text: texts[i] as string })) };
  });
  return presentExplanation({ order, currency, lines });
}

/** Returns the VAT step after a VAT refund, as invoices show it. Returns an empty list if VAT was not refunded. */
function correctionOf({ tax }: LoadedOrder, { explanation }: OrderLine): Step[] {
  return tax.corrected ? withoutVat(explanation, tax.corrected).filter(({ step }) => step === 'vat') : [];
}

/** Returns the refund steps of services that ended early, with the ids of the refunded lines. */
async function endStepsOf(db: Cx['db'], ids: readonly number[]): Promise<{ id: number; steps: readonly Step[]; of: number[] }[]> {
  const services = await findServices(db, ids);
  return services.flatMap(({ id, end_steps }) =>
    end_steps ? [{ id, steps: end_steps, of: end_steps[1].of.map(({ line_id }) => line_id) }] : [],
  );
}
