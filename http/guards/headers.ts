/** Validates the request headers that an operation declares. All other headers are ignored. */
import type { Guard, Route } from '../request/context.ts';
import { validated } from './validated.ts';

export function headers({ operation }: Route): Guard {
  const schema = operation.headers;
  if (!schema) return () => undefined;
  return (context) => {
    context.headers = validated('headers', schema, context.request.headers);
    return undefined;
  };
}
