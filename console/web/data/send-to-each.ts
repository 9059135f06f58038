/** One request per thing, for an act on many. */
import { useState } from 'react';
import type { CallOptions } from './act.ts';
import { type Refusal, toRefusal } from './refusals.ts';

/** Requests of one press that run at a time: the API runs four of an account. */
const CONCURRENCY = 4;

export interface Sent {
  done: number;
  all: number;
  failed: readonly { id: number; refusal: Refusal }[];
}

/** Returns the act that sends a call for each id, and how far the last one is. A refused request leaves the others alone. */
export function useSendToEach(): {
  sent: Sent | undefined;
  isRunning: boolean;
  send: (ids: readonly number[], call: (id: number, options: CallOptions) => Promise<unknown>) => Promise<void>;
} {
  const [sent, setSent] = useState<Sent>();
  const send = async (ids: readonly number[], call: (id: number, options: CallOptions) => Promise<unknown>) => {
    const waiting = [...ids];
    const failed: { id: number; refusal: Refusal }[] = [];
    let done = 0;
    setSent({ done, all: ids.length, failed });
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        try {
          await call(id, { idempotencyKey: crypto.randomUUID() });
        } catch (error) {
          failed.push({ id, refusal: toRefusal(error) });
        }
        done += 1;
        setSent({ done, all: ids.length, failed: [...failed] });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  };
  return { sent, isRunning: sent !== undefined && sent.done < sent.all, send };
}
