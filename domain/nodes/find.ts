import { Failure } from '@innkeeper/model/failures';

/** Returns the `not_found` failure for a node. */
export function noNode(name: string): Failure {
  return new Failure('not_found', { message: `Node ${name} does not exist.` });
}
