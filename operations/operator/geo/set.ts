import path from 'node:path';
import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import { DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import type { OperatorCx } from '../context.ts';
import { geoView } from './view.ts';

/**
 * Sets the source of geo data and requests its import. The previous data stays in use until the import is complete. Only the command
 * accepts a file of the host. Throws `validation`.
 */
export async function setGeo(
  cx: OperatorCx,
  { kind, location, ...said }: OperatorInput<'setGeo'>,
): Promise<OperatorResult<'setGeo'>> {
  if (/^[a-z]+:\/\//i.test(location)) {
    const refusal = explainUrlRefusal(location, DOWNLOAD_RULES, cx.settings.mirrors);
    if (refusal !== undefined) throw invalid('location', refusal);
  } else if (cx.actor.kind === 'staff')
    throw invalid('location', 'Must be an http or https URL. To use a file, run on the host: ./innkeeper geo set');
  else if (!path.isAbsolute(location)) throw invalid('location', 'Must be the absolute path of a file, or an http or https URL.');
  const now = cx.clock.now();
  const values = {
    location,
    licence: said.licence ?? '',
    attribution: said.attribution ?? '',
    requested_at: now,
    error: null,
    tried_at: null,
  };
  await cx.db
    .insertInto('geo_sources')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ ...values, accepts_shrunk: false }))
    .execute();
  await audit(cx, 'setGeo', null, { kind, location, licence: values.licence, attribution: values.attribution });
  return geoView(cx.db, kind, now);
}
