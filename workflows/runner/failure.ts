/** Classifies the errors that steps throw. */

import { DownloadError } from '@innkeeper/engine/downloads/port';
import { EngineError } from '@innkeeper/engine/error';
import type { Fault } from '@innkeeper/model/requests/fault';
import { NonRetryableError } from '../define.ts';

/** Returns whether the step or the engine marks the error as permanent, so that no retry can help. */
export function isFinal(error: unknown): boolean {
  return error instanceof NonRetryableError || (error instanceof EngineError && !error.retryable);
}

/**
 * Returns the sentence for the customer, the message for the operator, and the fault. `late` is the fault if the step's deadline has
 * passed.
 */
export function describeFailure(
  error: unknown,
  failureMessage: string,
  timeoutFault?: Fault,
): { reason: string; error: string; fault: Fault } {
  const reason = error instanceof NonRetryableError ? error.reason : failureMessage;
  return { reason, error: messageOf(error), fault: faultOf(error) ?? timeoutFault ?? 'operator' };
}

/** Returns the fault given by the error. An error of the guest is a fault of the customer. */
function faultOf(error: unknown): Fault | undefined {
  if (error instanceof NonRetryableError || error instanceof DownloadError) return error.fault;
  return error instanceof EngineError && error.kind === 'guest' ? 'customer' : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
