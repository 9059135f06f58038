import type { Json } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/db/tables/audit';
import type { MutatingCx } from './context.ts';

/** The audit line of a request: who did what to which resource, in the transaction of the change. */
export async function record(
  cx: MutatingCx,
  action: string,
  resource: { kind: string; id: number },
  details: { [key: string]: Json } = {},
): Promise<void> {
  await audit(cx.db, {
    accountId: cx.caller.accountId,
    actor: `token:${cx.caller.tokenId}`,
    action,
    resource,
    requestId: cx.requestId,
    details,
  });
}
