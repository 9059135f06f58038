/** Prices: the API's reply to the same call with `dry_run`. */
import { ApiError, type Quote } from '@innkeeper/sdk/index';
import { useEffect, useRef, useState } from 'react';
import { type Refusal, toRefusal } from './refusals.ts';

/** Pause in milliseconds after a change, so that typing sends one request. */
const PAUSE_MS = 120;

/** Time in milliseconds after which a request with a lost reply is repeated. */
const RETRY_MS = 5_000;

export interface QuoteState {
  /** Last price. It stays while a newer one is fetched, or while a field is invalid. */
  quote: Quote | undefined;
  /** Time in milliseconds of the reply. */
  at: number | undefined;
  refusal: Refusal | undefined;
  /** True if the price belongs to the current form. A refused form has none. */
  isCurrent: boolean;
  /** True while the price of a changed form is fetched. */
  isUpdating: boolean;
  /** Sets a newer price of the same form. */
  replace: (quote: Quote) => void;
}

/** Fetches the price of a call whenever its input changes, and aborts the previous request. `undefined` fetches nothing. */
export function useQuote<Input>(
  input: Input | undefined,
  call: (input: Input, signal: AbortSignal) => Promise<Quote>,
): QuoteState {
  const [priced, setPriced] = useState<Pick<QuoteState, 'quote' | 'at' | 'refusal'> & { of: string | undefined }>({
    quote: undefined,
    at: undefined,
    refusal: undefined,
    of: undefined,
  });
  const callRef = useRef(call);
  callRef.current = call;
  const text = input === undefined ? undefined : JSON.stringify(input);

  useEffect(() => {
    if (text === undefined) return undefined;
    const controller = new AbortController();
    const ask = async () => {
      try {
        const quote = await callRef.current(JSON.parse(text) as Input, controller.signal);
        setPriced({ quote, at: Date.now(), refusal: undefined, of: text });
      } catch (error) {
        if (controller.signal.aborted) return;
        const refusal = toRefusal(error);
        setPriced((last) => ({ ...last, refusal, of: text }));
        if (error instanceof ApiError && error.retryAfter !== undefined) askIn(error.retryAfter * 1000);
        else if (refusal.kind === 'lost') askIn(RETRY_MS);
      }
    };
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (ms: number) => {
      timer = setTimeout(() => void ask(), ms);
    };
    askIn(PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);

  const replace = (quote: Quote) => setPriced({ quote, at: Date.now(), refusal: undefined, of: text });
  // A form that is not priced has no refusal.
  const { quote, at, refusal } = text === undefined ? { ...priced, refusal: undefined } : priced;
  const [isAccepted, isAnswered] = [text !== undefined && refusal === undefined, priced.of === text];
  return { quote, at, refusal, isCurrent: isAccepted && isAnswered, isUpdating: isAccepted && !isAnswered, replace };
}
