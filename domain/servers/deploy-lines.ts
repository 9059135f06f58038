import type { Plan } from '@innkeeper/db/schema';
import { monthsStep } from '@innkeeper/model/pricing/explanation';
import { type LinePrice, priceLine } from '@innkeeper/model/pricing/line';
import { boundary } from '@innkeeper/model/pricing/period';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';

/** A line of an order of new servers, which are not there yet. */
export interface DeployLine extends LinePrice {
  label: string;
  sublabel: string;
  service_type: 'server';
  billing_cycle: number;
  minimum_billing_cycle: number;
  period_from: Date;
  period_to: Date;
}

export function deployLines(
  cx: Pick<Cx, 'clock'>,
  tax: TaxDecision,
  plan: Plan,
  input: { names: readonly string[]; billingCycle: number },
): DeployLine[] {
  const from = cx.clock.now();
  const steps = [monthsStep(plan.price, 1, input.billingCycle)];
  return input.names.map((hostname) => ({
    label: hostname,
    sublabel: plan.name,
    service_type: 'server',
    billing_cycle: input.billingCycle,
    minimum_billing_cycle: plan.minimum_billing_cycle,
    period_from: from,
    period_to: boundary(from, input.billingCycle),
    ...priceLine({ steps, tax }),
  }));
}
