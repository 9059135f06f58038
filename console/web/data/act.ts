/** Acts: calls that change something. */
import type { ReplyInfo } from '@innkeeper/sdk/index';
import { useCallback, useRef, useState } from 'react';
import { askForProof } from './proof.ts';
import { type Refusal, toRefusal } from './refusals.ts';

export type CallOptions = { idempotencyKey: string; onReply: (info: ReplyInfo) => void };

export interface Act<Input, Output> {
  /** Sends the act. Resolves to its output, or to `undefined` if it was refused. */
  run: (input: Input) => Promise<Output | undefined>;
  isRunning: boolean;
  refusal: Refusal | undefined;
  /** Whether the reply of the last attempt was lost. Only the same input may be sent then: the API does it once. */
  isUnknown: boolean;
  clear: () => void;
}

/**
 * Makes an act of a call. Its key is made when the form opens, and used until the API has answered, so that a repeat after a lost reply
 * does nothing twice. A refusal is an answer: the next attempt has a new key.
 */
export function useAct<Input, Output>(call: (input: Input, options: CallOptions) => Promise<Output>): Act<Input, Output> {
  const key = useRef(crypto.randomUUID() as string);
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const callRef = useRef(call);
  callRef.current = call;

  const run = useCallback(async (input: Input): Promise<Output | undefined> => {
    setRunning(true);
    setRefusal(undefined);
    try {
      for (;;) {
        try {
          const output = await callRef.current(input, { idempotencyKey: key.current, onReply: () => undefined });
          key.current = crypto.randomUUID();
          return output;
        } catch (error) {
          const found = toRefusal(error);
          if (found.kind !== 'lost') key.current = crypto.randomUUID();
          if (found.kind === 'proof' && (await askForProof())) continue;
          setRefusal(found);
          return undefined;
        }
      }
    } finally {
      setRunning(false);
    }
  }, []);

  return { run, isRunning, refusal, isUnknown: refusal?.kind === 'lost', clear: () => setRefusal(undefined) };
}
