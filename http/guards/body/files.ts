/** What becomes of the files of a form: they have rows when their request is done, or are removed. */
import { Failure } from '@innkeeper/model/failures';
import type { WireReply } from '../../handlers/run.ts';
import type { RequestContext } from '../../request/context.ts';
import type { FormFiles } from './form.ts';

/** Runs what reads a request and gives its files their rows. */
export async function keepingFiles(
  context: RequestContext,
  store: Pick<FormFiles, 'remove'>,
  work: (context: RequestContext) => Promise<WireReply>,
): Promise<WireReply> {
  const discard = (): Promise<void> => store.remove(context.files.map(({ key }) => key));
  try {
    const reply = await work(context);
    // The files of the first request have the rows.
    if ('Idempotent-Replayed' in reply.headers) await discard();
    return reply;
  } catch (error) {
    // What was refused has no rows. After any other error they may be committed: files without rows are swept later.
    if (error instanceof Failure) await discard();
    throw error;
  }
}
