/** Validates the ids in the path. An invalid id gets 404 `not_found`, not 422. */
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

export function pathIds({ operation }: Route): Guard {
  const { params } = operation;
  if (!params) return () => undefined;
  return (context) => {
    const result = params.safeParse(context.request.params);
    if (!result.success) throw new Failure('not_found');
    context.params = result.data;
    return undefined;
  };
}
