/** While the process is being stopped, running requests are finished and new ones are refused with 503. */
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
