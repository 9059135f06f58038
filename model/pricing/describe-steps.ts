/** Formats price steps as sentences. The API and invoices use the same text. */
import { type Cents, formatDecimal } from '../money/money.ts';
import type { RefundStep, Step } from './explanation.ts';

/** Returns a sentence for each step. `currency` is an ISO 4217 code. */
export function describeSteps(steps: readonly Step[], currency: string): string[] {
  const money = (cents: string | Cents) => `${currency} ${formatDecimal(BigInt(cents))}`;
  return steps.map((step) => sentence(step, money));
}

type Money = (cents: string | Cents) => string;

function sentence(step: Step, money: Money): string {
  switch (step.step) {
    case 'months': {
      const each = step.quantity === 1 ? '' : `${step.quantity} at `;
      return `${each}${money(step.monthly)} a month for ${months(step.months)}: ${money(step.net)}.`;
    }
    case 'renewal':
      return `${months(step.months)} at the price of the service, ${money(step.price)} for ${months(step.cycle)}: ${money(step.net)}.`;
    case 'rest-of-period': {
      const ahead =
        step.cycles_ahead > 0 ? ` and ${step.cycles_ahead} more full ${step.cycles_ahead === 1 ? 'period' : 'periods'}` : '';
      const part = `${step.seconds} of ${step.of_seconds} seconds of the current period${ahead}`;
      const price = `${money(step.price)} for ${months(step.cycle)}`;
      return `${price}, from ${moment(step.from)} to ${moment(step.to)}, ${part}: ${money(step.net)}.`;
    }
    case 'difference':
      return step.net.startsWith('-')
        ? `The new price for this time is ${money(-BigInt(step.net))} lower than the old price, so nothing is due.`
        : `Difference between the new and the old price for this time: ${money(step.net)}.`;
    case 'fixed':
      return `Fixed price: ${money(step.net)}.`;
    case 'promo':
      return `Promo code ${step.code}, ${step.percentage} % off: ${money(-BigInt(step.discount))}.`;
    case 'refund':
      return `${explainLimits(step, money)}Refunded to the balance: ${money(step.net)} and VAT of ${money(step.vat)}${sources(step.of)}.`;
    case 'vat':
      return `${vat(step.rate_bp, money(step.base), money(step.vat))}${step.note ? ` ${step.note}.` : ''}`;
  }
}

function vat(rateBp: number, base: string, amount: string): string {
  return rateBp === 0
    ? `No VAT on ${base}.`
    : `VAT of ${formatDecimal(BigInt(rateBp)).replace(/\.?0+$/, '')} % on ${base}: ${amount}.`;
}

/** Returns sentences that explain why the refund is less than the difference. A refund by staff counts as a discount too. */
function explainLimits({ discounts, due, net }: RefundStep, money: Money): string {
  const free = discounts.length > 0 ? `After discounts, credits and earlier refunds, ${money(due)} remain. ` : '';
  return due === net ? free : `${free}The refund is at most the amount paid. `;
}

function sources(of: { order_id: number }[]): string {
  const orders = [...new Set(of.map(({ order_id }) => order_id))];
  return orders.length === 0 ? '' : `, paid with order ${orders.join(' and ')}`;
}

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`);

/** Formats a time as `2026-09-16 10:00:00 UTC`. */
const moment = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`;
