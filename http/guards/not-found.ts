/** Final guards of unknown paths and unknown methods. */
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';

export const unknownPath: Guard = () => {
  throw new Failure('unknown_path');
};

/** Returns a guard that refuses every request with 405 and the methods in `Allow`. */
export function methodNotAllowed(allow: string): Guard {
  return ({ reply }) => {
    reply.header('allow', allow);
    throw new Failure('method_not_allowed');
  };
}
