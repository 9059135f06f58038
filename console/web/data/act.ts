/** Acts: calls that change something. */
import { useCallback, useRef, useState } from 'react';
import { askForProof } from './proof.ts';
import { type Refusal, toRefusal } from './refusals.ts';

export type CallOptions = { idempotencyKey: string; maxWait?: number };

/** Longest wait in milliseconds that a person is left without an answer. After it the page shows what the API said. */
const MAX_WAIT_MS = 10_000;

export interface Act<Input, Output> {
  /** Sends the act. Resolves to its output, or to `undefined` if it was refused or is already running. */
  run: (input: Input) => Promise<Output | undefined>;
  isRunning: boolean;
  refusal: Refusal | undefined;
  /**
   * True after an attempt whose reply was lost. A form that must not be sent twice then locks its fields, because the API applies the same
   * input only once.
   */
  isUnknown: boolean;
  clear: () => void;
}

/**
 * Returns an act that makes a call.
 *
 * Its idempotency key is created with the form and kept until the API replies, so a repeat after a lost reply is applied once. A refusal is
 * a reply, so the next attempt gets a new key. A different input is a different act, and also gets a new key. `onRefused` is called even
 * after the component is unmounted.
 */
export function useAct<Input, Output>(
  call: (input: Input, options: CallOptions) => Promise<Output>,
  onRefused?: (refusal: Refusal) => void,
): Act<Input, Output> {
  const key = useRef(crypto.randomUUID() as string);
  const keyedInput = useRef<string>(undefined);
  // React updates its state with the next render. A second press must not pass before that.
  const isUnderWay = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const callRef = useRef(call);
  callRef.current = call;
  const refusedRef = useRef(onRefused);
  refusedRef.current = onRefused;

  const run = useCallback(async (input: Input): Promise<Output | undefined> => {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    const text = JSON.stringify(input);
    if (keyedInput.current !== text) key.current = crypto.randomUUID();
    keyedInput.current = text;
    setRunning(true);
    setRefusal(undefined);
    try {
      for (;;) {
        try {
          const output = await callRef.current(input, { idempotencyKey: key.current, maxWait: MAX_WAIT_MS });
          key.current = crypto.randomUUID();
          return output;
        } catch (error) {
          const found = toRefusal(error);
          if (found.kind !== 'lost' && found.kind !== 'later') key.current = crypto.randomUUID();
          if (found.kind === 'proof' && (await askForProof())) continue;
          setRefusal(found);
          refusedRef.current?.(found);
          return undefined;
        }
      }
    } finally {
      isUnderWay.current = false;
      setRunning(false);
    }
  }, []);

  return { run, isRunning, refusal, isUnknown: refusal?.kind === 'lost', clear: () => setRefusal(undefined) };
}
