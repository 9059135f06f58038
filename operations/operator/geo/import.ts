import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { geoView } from './view.ts';

/** Requests an import by a worker. Throws `not_found` if no file or URL was set. */
export async function importGeo(
  cx: OperatorCx,
  { kind, accept_shrunk }: OperatorInput<'importGeo'>,
): Promise<OperatorResult<'importGeo'>> {
  const now = cx.clock.now();
  const source = await cx.db
    .updateTable('geo_sources')
    .set({ requested_at: now, accepts_shrunk: accept_shrunk })
    .where('kind', '=', kind)
    .returning('kind')
    .executeTakeFirst();
  if (!source)
    throw new Failure('not_found', {
      message: `The location of the data is not set. Set it: ./innkeeper geo set ${kind} --location ...`,
    });
  await audit(cx, 'importGeo', null, { kind, accept_shrunk });
  return geoView(cx.db, kind, now);
}
