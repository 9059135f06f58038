import { checkBody } from '@innkeeper/contract/bodies';
import type { Operation } from '@innkeeper/contract/define';
import { check } from '@innkeeper/contract/validation-messages';
import { Failure } from '@innkeeper/model/failures';
import type { z } from 'zod';

/** Returns the parsed part of a request. Throws `validation` with messages by field. */
export function validated<S extends z.ZodType>(part: 'query' | 'headers', schema: S, value: unknown): z.output<S> {
  const result = check(part, schema, value);
  if (!result.ok) throw new Failure('validation', { errors: result.errors });
  return result.value;
}

/** Returns the parsed body. Throws `validation` with messages by field. */
export function validatedBody(operation: Operation, value: unknown): unknown {
  const result = checkBody(operation, value);
  if (!result.ok) throw new Failure('validation', { errors: result.errors });
  return result.value;
}
