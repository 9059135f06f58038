/** Ids in the path. What is not the id of anything that could exist names nothing: 404, not 422. */
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

export function pathIds({ operation }: Route): Guard {
  const { params } = operation;
  if (!params) return () => undefined;
  return (exchange) => {
    const result = params.safeParse(exchange.request.params);
    if (!result.success) throw new Failure('not_found');
    exchange.params = result.data;
    return undefined;
  };
}
