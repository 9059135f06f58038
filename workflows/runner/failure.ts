/** What a failure of a step tells. */
import { EngineError } from '@innkeeper/engine/compute/port';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import type { Fault } from '@innkeeper/model/fault';
import { NonRetryableError } from '../define.ts';

/** Whether trying again can't help: the step says so, or the engine does. */
export function isFinal(error: unknown): boolean {
  return error instanceof NonRetryableError || (error instanceof EngineError && !error.retryable);
}

/** A sentence for the customer, the words for the operator, and whose affair it is. `late`: that of a step whose time is over. */
export function whyOf(error: unknown, failureMessage: string, late?: Fault): { reason: string; error: string; fault: Fault } {
  const reason = error instanceof NonRetryableError ? error.reason : failureMessage;
  return { reason, error: messageOf(error), fault: faultOf(error) ?? late ?? 'operator' };
}

/** As whoever threw it classified it; what a guest refuses is its owner's affair. */
function faultOf(error: unknown): Fault | undefined {
  if (error instanceof NonRetryableError || error instanceof DownloadError) return error.fault;
  return error instanceof EngineError && error.kind === 'guest' ? 'customer' : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
