/** Operations whose fields people fill in, found in the code of the console. Each gets a file of limits that only its pages load. */
import { calledOperations } from '@innkeeper/console/web/called-operations';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';

/** Reasons of operations that the console sends with a body although nobody fills in a field of it. */
export const REASONS_WITHOUT_FIELDS: Readonly<Partial<Record<OperationName, string>>> = {};

/** Returns the operations that the console sends with a body. Those without a field to fill in are left out. */
export function formOperations(called: ReadonlySet<string> = calledOperations()): OperationName[] {
  return OPERATION_NAMES.filter(
    (name) => called.has(name) && operationOf(name).body !== undefined && !(name in REASONS_WITHOUT_FIELDS),
  );
}
