import type { OrderLine } from '@innkeeper/db/schema';
import type { LoadedOrder } from '@innkeeper/db/tables/orders';
import type { Cx } from '@innkeeper/domain/context';
import type { Step } from '@innkeeper/model/pricing/explanation';
import { describeSteps } from '@innkeeper/model/pricing/words';

export interface ExplainedOrder {
  order: LoadedOrder;
  /** ISO 4217. */
  currency: string;
  lines: { line: OrderLine; steps: { step: Step; text: string }[] }[];
}

/** How each amount of an order came about, as it was stored with it. */
export async function explainOrder({ settings }: Cx, { order }: { order: LoadedOrder }): Promise<ExplainedOrder> {
  const { currency } = settings;
  const lines = order.lines.map((line) => {
    const texts = describeSteps(line.explanation, currency);
    return { line, steps: line.explanation.map((step, i) => ({ step, text: texts[i] as string })) };
  });
  return { order, currency, lines };
}
