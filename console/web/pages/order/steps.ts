/** Converts steps of a calculation to rows with a sentence and an amount. Pure. */
import type { OrderExplanation } from '@innkeeper/sdk/index';

type Step = OrderExplanation['lines'][number]['steps'][number];

export interface StepRow {
  text: string;
  /** Amount that the step adds, or `null` for a step with text only. */
  amount: number | null;
}

/** The end of most sentences: the result, which the row shows as a number. */
const RESULT = /: [A-Z]{3} -?\d+\.\d\d\.$/;

/** Converts a step to a row. Values are texts in cents. */
export function toStepRow({ step, text, values }: Step): StepRow {
  const cents = { vat: values.vat, promo: negate(values.discount), refund: negate(values.net) }[step as string] ?? values.net;
  const row = { text: text.replace(RESULT, ''), amount: cents === undefined ? null : Number(cents) / 100 };
  // The sentence already says that the difference is not due.
  return step === 'difference' && row.amount !== null && row.amount < 0 ? { ...row, amount: null } : row;
}

const negate = (cents: string | undefined): string | undefined => (cents === undefined ? undefined : String(-Number(cents)));
