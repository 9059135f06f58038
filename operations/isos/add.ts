import { gbHeldBy, gbOf, holdRoom } from '@innkeeper/db/tables/disk-rooms';
import { countIsosHeld, insertIso, type LoadedIso, loadIso } from '@innkeeper/db/tables/isos';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { start } from '@innkeeper/domain/workflows/start';
import { Failure, invalid } from '@innkeeper/model/failures';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';

/**
 * Starts the download of a file. Throws `validation` under `url` for a URL that is not allowed, `no_capacity` when the account
 * has reached its limits or the node has no room. The address that the URL leads to is checked again at the download.
 */
export async function addIso(
  cx: MutatingCx<Customer>,
  input: { name: string; url: string; sha256?: string | undefined },
): Promise<LoadedIso> {
  const { accountId } = cx.actor;
  const refusal = explainUrlRefusal(input.url, DOWNLOAD_RULES, cx.settings.mirrors);
  if (refusal !== undefined) throw invalid('url', refusal);
  const most = cx.settings.isosPerAccount;
  if ((await countIsosHeld(cx.db, accountId)) >= most) {
    throw new Failure('no_capacity', { message: `An account can have at most ${most} ISO files. Delete one first.` });
  }
  const gb = gbOf(cx.settings.isoMaxBytes);
  await refuseTooMuch(cx, gb);
  const { name, url, sha256 } = input;
  const row = { account_id: accountId, name, url, sha256, status: 'downloading', created_at: cx.clock.now() } as const;
  const id = await insertIso(cx.db, row);
  const nodeId = await holdRoom(cx.db, { kind: 'iso', id, accountId, gb }, cx.clock.now());
  if (nodeId === undefined) {
    throw new Failure('no_capacity', { message: 'There is not enough disk space for this file at the moment. Try again later.' });
  }
  await start(cx, 'iso.download', { id, account_id: accountId }, { nodeId }, { action: 'addIso', nodeId });
  return (await loadIso(cx.db, id, accountId)) as LoadedIso;
}

/** Until the size of a file is known it counts as the largest that may come. */
async function refuseTooMuch({ db, actor, settings }: MutatingCx<Customer>, gb: number): Promise<void> {
  const [held, most] = [await gbHeldBy(db, actor.accountId), settings.isoGbPerAccount];
  if (held + gb <= most) return;
  const message = `An account can have at most ${most} GB of ISO files, and ${held} GB are in use. A file counts as ${gb} GB until its size is known. Delete a file, or wait until the running downloads have ended.`;
  throw new Failure('no_capacity', { message });
}
