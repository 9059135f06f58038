import { countIsosHeld, insertIso, type LoadedIso } from '@innkeeper/db/tables/isos';
import { hours } from '@innkeeper/model/clock';
import { Failure, invalid } from '@innkeeper/model/failures';
import { refusedUrl } from '@innkeeper/model/public-address';
import { enqueue } from '@innkeeper/workflows/enqueue';
import type { MutatingCx } from '../context.ts';
import { record } from '../record.ts';
import { getIso } from './get.ts';

/**
 * Has a file downloaded. Throws `validation` under `url` for an address that is none to download from, `no_capacity` when
 * the account has as many as it may. Where the address leads is judged again by whoever downloads.
 */
export async function addIso(
  cx: MutatingCx,
  input: { name: string; url: string; sha256?: string | undefined },
): Promise<LoadedIso> {
  const { accountId } = cx.caller;
  const refusal = refusedUrl(input.url);
  if (refusal !== undefined) throw invalid('url', refusal);
  const most = cx.settings.isosPerAccount;
  if ((await countIsosHeld(cx.db, accountId)) >= most) {
    throw new Failure('no_capacity', { message: `An account can have ${most} ISO files. Delete one first.` });
  }
  const { name, url, sha256 } = input;
  const row = { account_id: accountId, name, url, sha256, status: 'downloading', created_at: cx.clock.now() } as const;
  const id = await insertIso(cx.db, row);
  const workflow = await enqueue(cx.db, {
    kind: 'iso.download',
    accountId,
    input: { isoId: id },
    resource: { kind: 'iso', id },
    lockReason: 'download',
    lockDeadlineMs: hours(7),
    now: cx.clock.now(),
  });
  await record(cx, 'addIso', { kind: 'iso', id }, { workflow });
  return getIso(cx, { iso: id });
}
