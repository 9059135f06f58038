/** While the process is being stopped, what runs finishes and what is new is sent elsewhere. */
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
