import type { Iso } from '@innkeeper/db/schema';
import { gbOf, reserveDisk } from '@innkeeper/db/tables/disk-reservations';
import { findIso, insertIso } from '@innkeeper/db/tables/isos';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure, invalid } from '@innkeeper/model/failures';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists the operator's ISO files, or those of an account, newest first. */
export async function listAllIsos(cx: StaffCx, input: StaffInput<'listAllIsos'>): Promise<StaffReply<'listAllIsos'>> {
  const all = cx.db.selectFrom('isos').selectAll().orderBy('id', 'desc');
  const { account } = input;
  const query =
    account === undefined ? all.where('account_id', 'is', null) : all.where('account_id', '=', await accountIdOf(cx.db, account));
  return listPage(query, input, isoView);
}

/** Starts the download of an ISO file without an owner, which every account can use. */
export async function addPublicIso(
  cx: StaffCx,
  { name, url, sha256 }: StaffInput<'addPublicIso'>,
): Promise<StaffReply<'addPublicIso'>> {
  const refusal = explainUrlRefusal(url, DOWNLOAD_RULES, cx.settings.mirrors);
  if (refusal !== undefined) throw invalid('url', refusal);
  const now = cx.clock.now();
  const id = await insertIso(cx.db, { account_id: null, name, url, sha256, status: 'downloading', created_at: now });
  // The file counts as the maximum size until its size is known.
  const nodeId = await reserveDisk(cx.db, { kind: 'iso', id, accountId: null, gb: gbOf(cx.settings.isoMaxBytes) }, now);
  if (nodeId === undefined) throw new Failure('no_capacity', { message: 'No node has enough free disk space for this file.' });
  // Lines of the append-only audit log have this action, so it differs from the operation's name.
  await startWorkflow(cx, 'iso.download', { id, account_id: null }, { nodeId }, { action: 'addIso', details: { url }, nodeId });
  const iso = await findIso(cx.db, id);
  if (!iso) throw new Error(`ISO ${id} was inserted and is gone`);
  return isoView(iso);
}

function isoView({ id, name, account_id: account, status, size, url, sha256, error, created_at }: Iso) {
  // A file size never reaches 2 ** 53 bytes on this system.
  return { id, name, account, status, size: size === null ? null : Number(size), url, sha256, error, created_at };
}
