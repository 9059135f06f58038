/** Loads the rows of the resources that a path names. */
import { isMutation, type Operation } from '@innkeeper/contract/define';
import type { MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import { lockPath, readPath } from '@innkeeper/domain/resources/load';
import type { RowsOf } from '@innkeeper/operations/define';

/** Loads the rows as the entry declares. Throws `not_found`, `not_yours`, `locked` and `wrong_state`, in this order. */
export async function rowsFor<O extends Operation>(
  cx: O['method'] extends 'GET' ? RequestCx : MutatingRequestCx,
  operation: O,
  params: object,
): Promise<RowsOf<O>> {
  const given = params as Readonly<Record<string, unknown>>;
  const { rows, supersededWorkflowId } = await (isMutation(operation)
    ? lockPath(cx as MutatingRequestCx, operation, given)
    : readPath(cx, operation, given));
  const named = Object.entries(rows).map(([kind, row]) => [rowName(kind), row]);
  return { ...Object.fromEntries(named), ...(operation.takesOver && { supersededWorkflowId }) } as RowsOf<O>;
}

function rowName(kind: string): string {
  return kind.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
