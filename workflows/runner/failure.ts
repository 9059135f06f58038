/** What a failure of a step tells. */
import { EngineError } from '@innkeeper/engine/compute/port';
import { GiveUp } from '../define.ts';

/** Whether trying again can't help: the step says so, or the engine does. */
export function isFinal(error: unknown): boolean {
  return error instanceof GiveUp || (error instanceof EngineError && !error.retryable);
}

/** A sentence for the customer, and the words for the operator. */
export function whyOf(error: unknown, apology: string): { reason: string; error: string } {
  return { reason: error instanceof GiveUp ? error.reason : apology, error: messageOf(error) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
