/** Acts: calls that change something. */
import { useCallback, useRef, useState } from 'react';
import { askForProof } from './proof.ts';
import { type Refusal, toRefusal } from './refusals.ts';

export type CallOptions = { idempotencyKey: string };

export interface Act<Input, Output> {
  /** Sends the act. Resolves to its output, or to `undefined` if it was refused, or is under way already. */
  run: (input: Input) => Promise<Output | undefined>;
  isRunning: boolean;
  refusal: Refusal | undefined;
  /** True after an attempt whose reply was lost. A form that may not be sent twice locks its fields then: the API does the same input once. */
  isUnknown: boolean;
  clear: () => void;
}

/**
 * Makes an act of a call. Its key is made when the form opens, and used until the API has answered, so that a repeat after a lost reply
 * does nothing twice. A refusal is an answer: the next attempt has a new key. So has another input: it is another act. `onRefused` is told
 * even if the component is gone by then.
 */
export function useAct<Input, Output>(
  call: (input: Input, options: CallOptions) => Promise<Output>,
  onRefused?: (refusal: Refusal) => void,
): Act<Input, Output> {
  const key = useRef(crypto.randomUUID() as string);
  const keyedInput = useRef<string>(undefined);
  // The state of React follows a render later: a second press must not pass before it.
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
          const output = await callRef.current(input, { idempotencyKey: key.current });
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
