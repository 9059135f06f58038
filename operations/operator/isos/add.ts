import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { gbOf, reserveDisk } from '@innkeeper/db/tables/disk-reservations';
import { findIso, insertIso } from '@innkeeper/db/tables/isos';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure, invalid } from '@innkeeper/model/failures';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import type { OperatorCx } from '../context.ts';
import { isoView } from './view.ts';

/** Starts the download of an ISO file without an owner, which every account can use. */
export async function addPublicIso(
  cx: OperatorCx,
  { name, url, sha256 }: OperatorInput<'addPublicIso'>,
): Promise<OperatorResult<'addPublicIso'>> {
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
