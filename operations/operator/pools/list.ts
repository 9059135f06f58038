import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { pageOf } from '@innkeeper/db/tables/page';
import type { OperatorCx } from '../context.ts';
import { countAddresses, poolsQuery, poolView } from './view.ts';

/** Lists pools by address, IPv4 first. */
export async function listPools(cx: OperatorCx, input: OperatorInput<'listPools'>): Promise<OperatorResult<'listPools'>> {
  const { page, per_page } = input;
  const { rows, total } = await pageOf(poolsQuery(cx.db), { page, perPage: per_page });
  const counts = await countAddresses(
    cx,
    rows.map(({ id }) => id),
  );
  return { data: rows.map((row) => poolView(row, counts)), page, per_page, total };
}
