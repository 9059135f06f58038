/** Keeps the files of a form if their request stores rows for them, and removes them otherwise. */
import { Failure } from '@innkeeper/model/failures';
import type { RequestContext } from '../../request/context.ts';
import type { WireReply } from '../../request/wire-reply.ts';
import type { FormFiles } from './form.ts';

/** Runs `work`, which reads a request and stores the rows of its files. */
export async function withUploadCleanup(
  context: RequestContext,
  store: Pick<FormFiles, 'remove'>,
  work: (context: RequestContext) => Promise<WireReply>,
): Promise<WireReply> {
  const discard = (): Promise<void> => store.remove(context.files.map(({ key }) => key));
  try {
    const reply = await work(context);
    // The rows refer to the files of the first request.
    if ('Idempotent-Replayed' in reply.headers) await discard();
    return reply;
  } catch (error) {
    // A refused request has stored no rows. After any other error, rows may be committed. Files without rows are swept later.
    if (error instanceof Failure) await discard();
    throw error;
  }
}
