/** Refuses new requests with 503 while the process stops. Running requests finish. */
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';

export interface Serving {
  guard: Guard;
  isServing(): boolean;
  stop(): void;
}

export function openServing(): Serving {
  let serving = true;
  return {
    guard() {
      if (serving) return undefined;
      throw new Failure('unavailable');
    },
    isServing: () => serving,
    stop() {
      serving = false;
    },
  };
}
