import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { gbOf, holdRoom } from '@innkeeper/db/tables/disk-rooms';
import { findIso, insertIso } from '@innkeeper/db/tables/isos';
import { start } from '@innkeeper/domain/workflows/start';
import { Failure, invalid } from '@innkeeper/model/failures';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import type { OperatorCx } from '../context.ts';
import { isoView } from './view.ts';

/** Starts the download of an ISO file that belongs to no account, so that every account may use it. */
export async function addIso(cx: OperatorCx, { name, url, sha256 }: OperatorInput<'addIso'>): Promise<OperatorResult<'addIso'>> {
  const refusal = explainUrlRefusal(url, DOWNLOAD_RULES, cx.settings.mirrors);
  if (refusal !== undefined) throw invalid('url', refusal);
  const now = cx.clock.now();
  const id = await insertIso(cx.db, { account_id: null, name, url, sha256, status: 'downloading', created_at: now });
  // Until its size is known it counts as the largest that may come.
  const nodeId = await holdRoom(cx.db, { kind: 'iso', id, accountId: null, gb: gbOf(cx.settings.isoMaxBytes) }, now);
  if (nodeId === undefined) throw new Failure('no_capacity', { message: 'No node has enough free disk space for this file.' });
  await start(cx, 'iso.download', { id, account_id: null }, { nodeId }, { action: 'addIso', details: { url }, nodeId });
  const iso = await findIso(cx.db, id);
  if (!iso) throw new Error(`ISO ${id} was inserted and is gone`);
  return isoView(iso);
}
