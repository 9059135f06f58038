/**
 * Acts that cost or refund money. The form shows a quote. A press fetches the quote again, and sends the act only if the price is
 * unchanged.
 */
import type { Quote } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { type CallOptions, useAct } from './act.ts';
import { type QuoteState, useQuote } from './quote.ts';
import type { Refusal } from './refusals.ts';

/** Returns the price of an act with VAT: the amount due now, or a negative amount for a refund. All texts and buttons show this price. */
export const priceOf = ({ amount_with_vat: amount, due_today_amount_with_vat: due }: Quote): number =>
  amount < 0 ? amount : due;

export interface PricedAct<Output> {
  priced: QuoteState;
  /** Quote that a press accepts. `undefined` while a newer quote is fetched, and for a refused form. */
  quote: Quote | undefined;
  /** Both prices, VAT included, if the price changed between the quote and the press. The next press accepts the new one. */
  changed: { before: number; now: number } | undefined;
  isRunning: boolean;
  /** True after a lost reply. The form stays locked until the API replies. */
  isUnknown: boolean;
  refusal: Refusal | undefined;
  /** Messages by field, of the quote and of the act. */
  fields: Record<string, string>;
  /**
   * Sends the act at the shown price. Resolves to the output of the act. Resolves to `undefined` if the price changed, the act was refused,
   * or the reply was lost.
   */
  run: () => Promise<Output | undefined>;
  /** Must be called when the form changes. */
  clear: () => void;
}

/** Returns an act with a price. `input` is `undefined` while no price can be requested. */
export function usePricedAct<Input, Output>(
  input: Input | undefined,
  quote: (input: Input, options?: { signal: AbortSignal }) => Promise<Quote>,
  send: (input: Input, options: CallOptions) => Promise<Output>,
): PricedAct<Output> {
  const priced = useQuote(input, (payload: Input, signal) => quote(payload, { signal }));
  const check = useAct((payload: Input) => quote(payload));
  const act = useAct(send);
  const [changed, setChanged] = useState<PricedAct<Output>['changed']>();

  const run = async () => {
    if (input === undefined || priced.quote === undefined) return undefined;
    // Repeat a lost request unchanged, because its price was accepted.
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
