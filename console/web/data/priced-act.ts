/** Acts that cost or refund: the API's quote before, the same quote once more at the press, and then the act. */
import type { Quote } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { type CallOptions, useAct } from './act.ts';
import { type Priced, useQuote } from './quote.ts';
import type { Refusal } from './refusals.ts';

/** Returns the amount of an act, VAT included: due now, or negative for a refund. Every text and button shows this one. */
export const priceOf = ({ amount_with_vat: amount, due_today_amount_with_vat: due }: Quote): number =>
  amount < 0 ? amount : due;

export interface PricedAct<Output> {
  priced: Priced;
  /** Quote that a press agrees to. `undefined` while a newer quote is asked for, and for a form that was refused. */
  quote: Quote | undefined;
  /** Both prices, VAT included, if the price changed between the quote and the press. The next press accepts the new one. */
  changed: { before: number; now: number } | undefined;
  isRunning: boolean;
  /** True after a lost reply. The form stays locked until the API has answered. */
  isUnknown: boolean;
  refusal: Refusal | undefined;
  /** Sentences by field, of the quote and of the act. */
  fields: Record<string, string>;
  /** Sends the act at the price that is shown. Resolves to its output, or to `undefined` if nothing was done. */
  run: () => Promise<Output | undefined>;
  /** Call it when the form changes. */
  clear: () => void;
}

/** Makes an act with a price. `input`: `undefined` while the form has no price. */
export function usePricedAct<Input, Output>(
  input: Input | undefined,
  quote: (input: Input, options?: { signal: AbortSignal }) => Promise<Quote>,
  send: (input: Input, options: CallOptions) => Promise<Output>,
): PricedAct<Output> {
  const priced = useQuote(input, (asked: Input, signal) => quote(asked, { signal }));
  const check = useAct((asked: Input) => quote(asked));
  const act = useAct(send);
  const [changed, setChanged] = useState<PricedAct<Output>['changed']>();

  const run = async () => {
    if (input === undefined || priced.quote === undefined) return undefined;
    // A lost reply is repeated as it is: its price was agreed to.
    if (!act.isUnknown) {
      const now = await check.run(input);
      if (now === undefined) return undefined;
      if (priceOf(now) !== priceOf(priced.quote)) {
        setChanged({ before: priceOf(priced.quote), now: priceOf(now) });
        priced.replace(now);
        return undefined;
      }
      setChanged(undefined);
    }
    return act.run(input);
  };

  return {
    priced,
    quote: priced.isCurrent || act.isUnknown ? priced.quote : undefined,
    changed,
    isRunning: check.isRunning || act.isRunning,
    isUnknown: act.isUnknown,
    refusal: check.refusal ?? act.refusal,
    fields: { ...priced.refusal?.fields, ...check.refusal?.fields, ...act.refusal?.fields },
    run,
    clear: () => {
      setChanged(undefined);
      check.clear();
      if (!act.isUnknown) act.clear();
    },
  };
}
