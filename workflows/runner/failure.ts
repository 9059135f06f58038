/** What follows from an error that a step throws. */
import { EngineError } from '@innkeeper/engine/compute/port';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import type { Fault } from '@innkeeper/model/fault';
import { NonRetryableError } from '../define.ts';

/** Whether a retry cannot help, as the step or the engine says. */
export function isFinal(error: unknown): boolean {
  return error instanceof NonRetryableError || (error instanceof EngineError && !error.retryable);
}

/**
 * The sentence for the customer, the message for the operator, and who has to mend it. `late`: who, when the step's deadline has
 * passed.
 */
export function whyOf(error: unknown, failureMessage: string, late?: Fault): { reason: string; error: string; fault: Fault } {
  const reason = error instanceof NonRetryableError ? error.reason : failureMessage;
  return { reason, error: messageOf(error), fault: faultOf(error) ?? late ?? 'operator' };
}

/** As classified where it was thrown; what a guest refuses, its owner has to mend. */
function faultOf(error: unknown): Fault | undefined {
  if (error instanceof NonRetryableError || error instanceof DownloadError) return error.fault;
  return error instanceof EngineError && error.kind === 'guest' ? 'customer' : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
