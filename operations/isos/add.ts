import { gbOf, reserveDisk, reservedGb } from '@innkeeper/db/tables/disk-reservations';
import { insertIso, type LoadedIso, loadIso, lockAndCountIsos } from '@innkeeper/db/tables/isos';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure, invalid } from '@innkeeper/model/failures';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';

/**
 * Starts the download of an ISO file. The address that the URL resolves to is checked again during the download.
 *
 * Throws `validation` for `url` if the URL is not allowed. Throws `no_capacity` if a limit of the account is reached or no node has room.
 */
export async function addIso(
  cx: MutatingCx<Customer>,
  input: { name: string; url: string; sha256?: string | undefined },
): Promise<LoadedIso> {
  const { accountId } = cx.actor;
  const refusal = explainUrlRefusal(input.url, DOWNLOAD_RULES, cx.settings.mirrors);
  if (refusal !== undefined) throw invalid('url', refusal);
  const max = cx.settings.isosPerAccount;
  if ((await lockAndCountIsos(cx.db, accountId)) >= max) {
    throw new Failure('no_capacity', { message: `An account can have at most ${max} ISO files. Delete one first.` });
  }
  const gb = gbOf(cx.settings.isoMaxBytes);
  await refuseTooMuch(cx, gb);
  const { name, url, sha256 } = input;
  const row = { account_id: accountId, name, url, sha256, status: 'downloading', created_at: cx.clock.now() } as const;
  const id = await insertIso(cx.db, row);
  const nodeId = await reserveDisk(cx.db, { kind: 'iso', id, accountId, gb }, cx.clock.now());
  if (nodeId === undefined) {
    throw new Failure('no_capacity', { message: 'There is not enough disk space for this file at the moment. Try again later.' });
  }
  await startWorkflow(cx, 'iso.download', { id, account_id: accountId }, { nodeId }, { action: 'addIso', nodeId });
  return (await loadIso(cx.db, id, accountId)) as LoadedIso;
}

/** Throws `no_capacity` if the account would exceed its limit. A file counts as the maximum size until its size is known. */
async function refuseTooMuch({ db, actor, settings }: MutatingCx<Customer>, gb: number): Promise<void> {
  const [held, max] = [await reservedGb(db, actor.accountId), settings.isoGbPerAccount];
  if (held + gb <= max) return;
  const message = `An account can have at most ${max} GB of ISO files, and ${held} GB are in use. A file counts as ${gb} GB until its size is known. Delete a file, or wait until the running downloads have ended.`;
  throw new Failure('no_capacity', { message });
}
