/** ISO files of the account. Customers also see those of the operator. */
import type { Iso } from '@innkeeper/db/schema';
import { gbOf, listReservationNodes, reserveDisk, reservedGb } from '@innkeeper/db/tables/disk-reservations';
import {
  deleteIsoRow,
  insertIso,
  isInDrive,
  type LoadedIso,
  loadIso,
  lockAndCountIsos,
  lockIso,
  pageOfIsos,
} from '@innkeeper/db/tables/isos';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { lockWorkflow, requestCancel } from '@innkeeper/domain/workflows/cancel';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure, invalid } from '@innkeeper/model/failures';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import { presentIso } from '@innkeeper/present/iso';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Reply } from './define.ts';

/** Returns an ISO file with the caller's servers that have it in a drive. */
export async function getIso(_cx: Cx, { iso }: Input<'getIso'>): Promise<Reply<'getIso'>> {
  return presentIso(iso);
}

/** Returns a page of the caller's and the operator's files, newest first, and their total count. */
export async function listIsos(cx: RequestCx, { query }: Input<'listIsos'>): Promise<Reply<'listIsos'>> {
  const isos = await pageOfIsos(cx.db, { accountId: cx.actor.accountId, ...pageRequest(query) });
  return page(cx.url, query, isos, presentIso);
}

/**
 * Starts the download of an ISO file. The address that the URL resolves to is checked again during the download.
 *
 * Throws `validation` for `url` if the URL is not allowed. Throws `no_capacity` if a limit of the account is reached or no node has room.
 */
export async function addIso(cx: MutatingCx<Customer>, { body }: Input<'addIso'>): Promise<Reply<'addIso'>> {
  const { accountId } = cx.actor;
  const { name, url, sha256 } = body;
  const refusal = explainUrlRefusal(url, DOWNLOAD_RULES, cx.settings.mirrors);
  if (refusal !== undefined) throw invalid('url', refusal);
  const max = cx.settings.isosPerAccount;
  if ((await lockAndCountIsos(cx.db, accountId)) >= max) {
    throw new Failure('no_capacity', { message: `An account can have at most ${max} ISO files. Delete one first.` });
  }
  const gb = gbOf(cx.settings.isoMaxBytes);
  await refuseTooMuch(cx, gb);
  const row = { account_id: accountId, name, url, sha256, status: 'downloading', created_at: cx.clock.now() } as const;
  const id = await insertIso(cx.db, row);
  const nodeId = await reserveDisk(cx.db, { kind: 'iso', id, accountId, gb }, cx.clock.now());
  if (nodeId === undefined) {
    throw new Failure('no_capacity', { message: 'There is not enough disk space for this file at the moment. Try again later.' });
  }
  await startWorkflow(cx, 'iso.download', { id, account_id: accountId }, { nodeId }, { action: 'addIso', nodeId });
  return presentIso((await loadIso(cx.db, id, accountId)) as LoadedIso);
}

/** Throws `no_capacity` if the account would exceed its limit. A file counts as the maximum size until its size is known. */
async function refuseTooMuch({ db, actor, settings }: MutatingCx<Customer>, gb: number): Promise<void> {
  const [held, max] = [await reservedGb(db, actor.accountId), settings.isoGbPerAccount];
  if (held + gb <= max) return;
  const message = `An account can have at most ${max} GB of ISO files, and ${held} GB are in use. A file counts as ${gb} GB until its size is known. Delete a file, or wait until the running downloads have ended.`;
  throw new Failure('no_capacity', { message });
}

/**
 * Deletes an ISO file and stops a download in progress. Throws `not_found`, `not_yours` (also for the operator's files), and `locked` while
 * the file is in a drive.
 */
export async function deleteIso(cx: MutatingCx<Customer>, { iso: found }: Input<'deleteIso'>): Promise<void> {
  // Lock the workflow first and then the row, in the same order as the end of a download.
  const workflowId = await endDownload(cx, found.id);
  const iso = await lockIso(cx.db, found.id);
  if (!iso) throw new Failure('not_found');
  if (workflowId === undefined) await removeFile(cx, iso);
  else await audit(cx, 'deleteIso', { kind: 'iso', id: iso.id }, { workflow: workflowId });
  await deleteIsoRow(cx.db, iso.id);
}

/** Cancels the download in progress, which deletes its partial file. Returns the id of its workflow, or `undefined` if none is running. */
async function endDownload(cx: MutatingCx<Customer>, iso: number): Promise<number | undefined> {
  const inserted = await cx.db
    .selectFrom('locks')
    .select('workflow_id')
    .where('kind', '=', 'iso')
    .where('resource_id', '=', iso)
    .executeTakeFirst();
  const workflow = inserted && (await lockWorkflow(cx.db, inserted.workflow_id));
  // The download may have ended just now.
  if (workflow?.kind !== 'iso.download' || workflow.state === 'done' || workflow.state === 'undone') return undefined;
  await requestCancel(cx, workflow.id, 'The file was deleted while it was being downloaded.');
  return workflow.id;
}

async function removeFile(cx: MutatingCx<Customer>, iso: Iso): Promise<void> {
  await refuseIfLocked(cx.db, 'iso', iso.id);
  if (await isInDrive(cx.db, iso.id)) {
    throw new Failure('locked', { message: 'This ISO is in the drive of a server. Eject it first.', lockReason: 'attached' });
  }
  const [first = null, ...others] = await listReservationNodes(cx.db, { kind: 'iso', id: iso.id });
  await startWorkflow(cx, 'iso.remove', iso, { nodeId: first }, { action: 'deleteIso', nodeId: first });
  // This request deletes the row of the file, so the workflows on the other nodes need no lock on the row.
  for (const nodeId of others)
    await startWorkflow(cx, 'iso.remove', iso, { nodeId }, { action: 'deleteIso', nodeId, lock: null });
}
