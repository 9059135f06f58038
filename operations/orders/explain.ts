import type { OrderLine } from '@innkeeper/db/schema';
import type { LoadedOrder } from '@innkeeper/db/tables/orders';
import { findServices } from '@innkeeper/db/tables/services';
import type { Cx } from '@innkeeper/domain/context';
import { describeSteps } from '@innkeeper/model/pricing/describe-steps';
import { type Step, withoutVat } from '@innkeeper/model/pricing/explanation';
import type { ExplainedOrder } from '@innkeeper/present/order-explanation';

/**
 * Returns the steps of the calculation of each line, as stored with the order. Adds later corrections of VAT and the refund of an addon
 * that ended early.
 */
export async function explainOrder({ db, settings }: Cx, { order }: { order: LoadedOrder }): Promise<ExplainedOrder> {
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
  return { order, currency, lines };
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
