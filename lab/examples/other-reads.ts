import type { Operation } from '@innkeeper/contract/define';
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import type { CallInput } from '../app.ts';
import { givenResources } from '../cross-cutting/resources.ts';
import { paramsOf, type Resources } from '../cross-cutting/setup.ts';
import type { Scene } from './scene.ts';

/** Records each read that the walkthrough leaves out, with a given resource of each kind. Throws if a read is refused. */
export async function recordOtherReads({ chain, owner, call, examples }: Scene): Promise<void> {
  const reads = OPERATION_NAMES.filter((name) => operationOf(name).method === 'GET' && examples[name] === undefined);
  if (reads.length === 0) return;
  const has = await givenResources(chain.db, owner);
  for (const name of reads) await call(name, inputOf(operationOf(name), has));
}

function inputOf(operation: Operation, has: Resources): CallInput {
  const names = Object.keys(operation.params?.shape ?? {});
  const known = Object.entries(paramsOf(operation, { has }));
  return names.length === 0 ? {} : { params: Object.fromEntries(known.filter(([name]) => names.includes(name))) };
}
