/** The input that the request pipeline passes to a use case, for tests that call a use case directly. */
import type { Operation } from '@innkeeper/contract/define';
import { OPERATIONS, type OperationName, type Operations } from '@innkeeper/contract/operations';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { rowsFor } from '@innkeeper/http/run/rows';
import type { Input, RowsOf } from '@innkeeper/operations/define';

/** Loads, locks and guards the rows that the operation's path names, as the contract declares. Throws the pipeline's refusals. */
export function rowsOf<K extends OperationName>(cx: MutatingRequestCx, name: K, id: number): Promise<RowsOf<Operations[K]>> {
  return rowsFor<Operations[K]>(cx, OPERATIONS[name], { id, server: id });
}

/** Returns the whole input: the rows of the path, and query and body with their defaults. Throws the pipeline's refusals. */
export async function inputOf<K extends OperationName>(
  cx: MutatingRequestCx,
  name: K,
  { id, query = {}, body }: { id?: number; query?: object; body?: unknown } = {},
): Promise<Input<K>> {
  const operation: Operation = OPERATIONS[name];
  const rows = id === undefined ? {} : await rowsOf(cx, name, id);
  const asSent = Object.fromEntries(Object.entries(query).map(([parameter, value]) => [parameter, String(value)]));
  // The schemas of this operation have parsed the parts.
  return {
    ...{ ...rows, params: { id }, headers: {}, passwordHash: null, files: [] },
    ...{ query: operation.query?.parse(asSent) ?? {}, body: operation.body?.parse(body) },
  } as unknown as Input<K>;
}
