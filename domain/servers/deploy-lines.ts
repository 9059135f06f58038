import { monthsStep } from '@innkeeper/model/pricing/explanation';
import { type LinePrice, priceLine } from '@innkeeper/model/pricing/line';
import { boundary } from '@innkeeper/model/pricing/period';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { CheckedAddon } from '../addons/check.ts';
import type { Cx } from '../context.ts';
import type { CheckedDeploy } from './deploy-check.ts';

/** Order line of a server or addon that does not exist yet. */
export interface DeployLine extends LinePrice {
  label: string;
  sublabel: string;
  service_type: 'server' | 'server-addon';
  quantity: number;
  billing_cycle: number;
  minimum_billing_cycle: number;
  period_from: Date;
  period_to: Date;
}

/** Returns the order lines: for each server its own line, followed by the lines of its addons. */
export function deployLines(
  cx: Pick<Cx, 'clock'>,
  tax: TaxDecision,
  { plan, addons, promo }: Pick<CheckedDeploy, 'plan' | 'addons' | 'promo'>,
  input: { names: readonly string[]; billingCycle: number },
): DeployLine[] {
  const from = cx.clock.now();
  const months = input.billingCycle;
  const shared = { billing_cycle: months, period_from: from, period_to: boundary(from, months) };
  const steps = [monthsStep(plan.price, 1, months)];
  const price = priceLine({ steps, promo: promo?.promo ?? null, tax });
  const prices = addons.map((addon) => priceOf(addon, months, tax));
  return input.names.flatMap((hostname) => [
    {
      label: hostname,
      sublabel: plan.name,
      service_type: 'server' as const,
      quantity: 1,
      minimum_billing_cycle: plan.minimum_billing_cycle,
      ...shared,
      ...price,
    },
    ...addons.map(({ product, quantity }, i) => ({
      label: product.name,
      sublabel: hostname,
      service_type: 'server-addon' as const,
      quantity,
      minimum_billing_cycle: 1,
      ...shared,
      ...(prices[i] as LinePrice),
    })),
  ]);
}

function priceOf({ product, quantity }: CheckedAddon, months: number, tax: TaxDecision): LinePrice {
  return priceLine({ steps: [monthsStep(product.price, quantity, months)], tax });
}
