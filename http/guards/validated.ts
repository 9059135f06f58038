import { checkBody } from '@innkeeper/contract/bodies';
import type { Operation } from '@innkeeper/contract/define';
import { check } from '@innkeeper/contract/validation-messages';
import { Failure } from '@innkeeper/model/failures';
import type { z } from 'zod';

/** The part of a request as its schema gives it, or `validation` with sentences by field. */
export function validated<S extends z.ZodType>(part: 'query' | 'headers', schema: S, value: unknown): z.output<S> {
  const result = check(part, schema, value);
  if (!result.ok) throw new Failure('validation', { errors: result.errors });
  return result.value;
}

/** The body, likewise. */
export function validatedBody(operation: Operation, value: unknown): unknown {
  const result = checkBody(operation, value);
  if (!result.ok) throw new Failure('validation', { errors: result.errors });
  return result.value;
}
