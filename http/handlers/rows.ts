/** Types of the rows that a handler gets for the resources of its path: `server` for `/servers/{id}`, `sshKey` for `/ssh-keys/{id}`. */
import { type IsMutation, isMutation, type Operation } from '@innkeeper/contract/define';
import type { MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import type { LockedRows, ReadRows } from '@innkeeper/domain/resources/kinds';
import { lockPath, readPath } from '@innkeeper/domain/resources/load';
import type { ResourceKind } from '@innkeeper/model/path-resources';

type KindsOf<O extends Operation> = O extends { resources: readonly { kind: infer K extends ResourceKind }[] } ? K : never;

type RowName<K extends string> = K extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<RowName<Rest>>}` : K;

/** Rows of a mutation are locked, unless the use case locks them itself. */
type TableOf<O extends Operation> =
  IsMutation<O> extends true ? (O extends { rowLock: 'by use case' } ? ReadRows : LockedRows) : ReadRows;

export type RowsOf<O extends Operation> = { [K in KindsOf<O> as RowName<K>]: TableOf<O>[K] } & (O extends {
  takesOver: readonly unknown[];
}
  ? {
      /** Id of the workflow whose lock is taken over. */
      supersededWorkflowId: number | undefined;
    }
  : unknown);

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
