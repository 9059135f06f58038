import { listDepartments as list } from '@innkeeper/db/tables/tickets';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the departments that accept new tickets, in the operator's order. */
export function listDepartments({ db }: Pick<Cx, 'db'>): Promise<{ id: number; key: string; name: string }[]> {
  return list(db);
}
