/** Explains to the person why a call was refused, or that its reply was lost. Pure. */
import { ApiError } from '@innkeeper/sdk/index';
import { texts } from './texts.ts';

export interface Refusal {
  /** Message for the person, in one sentence. */
  sentence: string;
  /** Messages by field, for a 422. */
  fields: Record<string, string>;
  requestId: string | undefined;
  /**
   * Kind of the refusal. `lost`: the reply was lost or the first attempt still runs, so the outcome is unknown. `later`: nothing was done,
   * and the same request may succeed later.
   */
  kind: 'fields' | 'refused' | 'proof' | 'signed-out' | 'lost' | 'later';
}

/** Converts a thrown error to a refusal. */
export function toRefusal(error: unknown): Refusal {
  // The browser throws such an error for a passkey, for example if the person presses Cancel.
  if (error instanceof DOMException && error.name !== 'TimeoutError') {
    return { sentence: texts.noPasskey, fields: {}, requestId: undefined, kind: 'refused' };
  }
  if (!(error instanceof ApiError)) return { sentence: texts.noConnection, fields: {}, requestId: undefined, kind: 'lost' };
  const { requestId } = error;
  const fields = Object.fromEntries(Object.entries(error.errors).map(([name, sentences]) => [name, sentences.join(' ')]));
  const base = { sentence: error.message, fields, requestId };
  if (error.code === 'reauthentication_required') return { ...base, kind: 'proof' };
  if (error.status === 401) return { ...base, kind: 'signed-out' };
  if (error.status === 422 && Object.keys(fields).length > 0) return { ...base, kind: 'fields' };
  if (error.status === 429) return { ...base, sentence: texts.tooMany(error.retryAfter ?? 1), kind: 'later' };
  if (error.code === 'idempotency_running') return { ...base, kind: 'lost' };
  if (error.code === 'recovering') return { ...base, kind: 'later' };
  // The outcome is unknown, because an earlier attempt of the same call may have lost its reply.
  if (error.status === 503) return { ...base, kind: 'lost' };
  if (error.status >= 500 || error.code === 'unknown') return { ...base, sentence: texts.failed, kind: 'lost' };
  return { ...base, kind: 'refused' };
}
