import type { ExplainedStep, OrderExplanation } from '@innkeeper/contract/schemas/order-explanation';
import type { OrderLine } from '@innkeeper/db/schema';
import type { LoadedOrder } from '@innkeeper/db/tables/orders';
import { toDecimalNumber } from '@innkeeper/model/money/money';
import type { Step } from '@innkeeper/model/pricing/explanation';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import { iso } from './time.ts';

export interface ExplainedOrder {
  order: LoadedOrder;
  /** ISO 4217 code. */
  currency: string;
  lines: { line: OrderLine; steps: { step: Step; text: string }[] }[];
}

/** Presents the steps of a calculation with their sentences. */
export function presentSteps(steps: readonly { step: Step; text: string }[]): ExplainedStep[] {
  return steps.map(({ step, text }) => ({ step: step.step, text, values: valuesOf(step) }));
}

export function presentExplanation({ order, currency, lines }: ExplainedOrder): OrderExplanation {
  return {
    id: order.id,
    currency,
    amount: toDecimalNumber(order.net),
    amount_with_vat: toDecimalNumber(order.gross),
    lines: lines.map(({ line, steps }) => ({
      label: line.label,
      sublabel: line.sublabel,
      list_amount: toDecimalNumber(line.list_net),
      discount: toDecimalNumber(line.discount),
      amount: toDecimalNumber(line.net),
      vat_amount: toDecimalNumber(line.vat),
      amount_with_vat: toDecimalNumber(line.gross),
      steps: presentSteps(steps),
    })),
    tax: presentTax(order.tax),
  };
}

/** Returns the values of a step without its name. Refunded lines become their orders, and discounts their amounts. */
function valuesOf(step: Step): Record<string, string> {
  const { step: _name, ...values } = step;
  const plain =
    'of' in values
      ? {
          ...values,
          of: undefined,
          orders: ordersOf(values.of),
          discounts: values.discounts.map(({ net }) => net).join(', ') || null,
        }
      : values;
  return Object.fromEntries(
    Object.entries(plain).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, String(value)]])),
  );
}

const ordersOf = (of: readonly { order_id: number }[]) => [...new Set(of.map(({ order_id }) => order_id))].join(', ');

function presentTax({ country, rateBp, rule, note, pending, evidence, corrected }: TaxDecision): OrderExplanation['tax'] {
  return {
    country,
    rate: rateBp / 100,
    rule,
    note,
    pending,
    evidence: {
      country: evidence.country,
      ip_country: evidence.ipCountry,
      card_country: evidence.cardCountry,
      company: evidence.company,
      vat_number: evidence.vatNumber,
      verdict: evidence.verdict,
      consultation: evidence.consultation,
      checked_at: timeOf(evidence.checkedAt),
      territory: evidence.territory ?? null,
    },
    correction: corrected
      ? {
          rule: corrected.rule,
          note: corrected.note,
          consultation: corrected.consultation,
          checked_at: timeOf(corrected.checkedAt),
        }
      : null,
  };
}

const timeOf = (at: string | null): string | null => (at === null ? null : iso(new Date(at)));
