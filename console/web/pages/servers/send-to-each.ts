/** Sends one request per item of a bulk act. */
import { useRef, useState } from 'react';
import type { CallOptions } from '../../data/act.ts';
import { type Refusal, toRefusal } from '../../data/refusals.ts';

/** Number of concurrent requests of one press. The API processes at most four of an account. */
const CONCURRENCY = 4;

export interface SendProgress {
  done: number;
  all: number;
  /** Number of items that were not sent because the person ended the series. */
  unsent: number;
  failed: readonly { id: number; refusal: Refusal }[];
}

export interface Series {
  /** Progress of the latest run, or `undefined` before the first run. */
  sent: SendProgress | undefined;
  isRunning: boolean;
  /** Sends a call for each id. A refused request does not affect the others. */
  send: (ids: readonly number[], call: (id: number, options: CallOptions) => Promise<unknown>) => Promise<void>;
  /** Sends no further request. Requests that were sent finish. */
  stop: () => void;
  /** Removes the progress of a run that has ended. */
  clear: () => void;
}

export function useSendToEach(): Series {
  const [sent, setSent] = useState<SendProgress>();
  const stopRun = useRef(() => {});
  const send: Series['send'] = async (ids, call) => {
    const waiting = [...ids];
    const failed: { id: number; refusal: Refusal }[] = [];
    let done = 0;
    let unsent = 0;
    const show = () => setSent({ done, all: ids.length, unsent, failed: [...failed] });
    stopRun.current = () => {
      unsent += waiting.splice(0).length;
      show();
    };
    show();
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        try {
          await call(id, { idempotencyKey: crypto.randomUUID() });
        } catch (error) {
          failed.push({ id, refusal: toRefusal(error) });
        }
        done += 1;
        show();
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  };
  const isRunning = sent !== undefined && sent.done + sent.unsent < sent.all;
  return { sent, isRunning, send, stop: () => stopRun.current(), clear: () => !isRunning && setSent(undefined) };
}
