/** Headers of the request that mean something to an operation. Those that it does not name are none of its business. */
import type { Guard, Route } from '../request/context.ts';
import { checked } from './validated.ts';

export function headers({ operation }: Route): Guard {
  const schema = operation.headers;
  if (!schema) return () => undefined;
  return (exchange) => {
    exchange.headers = checked('headers', schema, exchange.request.headers);
    return undefined;
  };
}
