/** Sends one request per item of a bulk act. */
import { useState } from 'react';
import type { CallOptions } from './act.ts';
import { type Refusal, toRefusal } from './refusals.ts';

/** Number of concurrent requests of one press. The API processes at most four of an account. */
const CONCURRENCY = 4;

export interface SendProgress {
  done: number;
  all: number;
  failed: readonly { id: number; refusal: Refusal }[];
}

/** Returns a function that sends a call for each id, and the progress of the latest run. A refused request does not affect the others. */
export function useSendToEach(): {
  sent: SendProgress | undefined;
  isRunning: boolean;
  send: (ids: readonly number[], call: (id: number, options: CallOptions) => Promise<unknown>) => Promise<void>;
} {
  const [sent, setSent] = useState<SendProgress>();
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
