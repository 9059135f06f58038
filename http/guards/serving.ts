/** While the process is being stopped, what runs finishes and what is new is sent elsewhere. */
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../exchange.ts';

export interface Serving {
  guard: Guard;
  isServing(): boolean;
  stop(): void;
}

export function openServing(): Serving {
  let serving = true;
  return {
    guard({ reply }) {
      if (serving) return undefined;
      reply.header('connection', 'close');
      throw new Failure('unavailable');
    },
    isServing: () => serving,
    stop() {
      serving = false;
    },
  };
}
