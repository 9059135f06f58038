/** The query, strictly: what an operation does not know is refused by name. PHP's bracket keys are plain names here. */
import { z } from 'zod';
import type { Guard, Route } from '../request/context.ts';
import { refuseManyParameters } from './body/size.ts';
import { checked } from './validated.ts';

export function query({ operation }: Route): Guard {
  const schema = operation.query ?? z.strictObject({});
  // Most requests bring none, and then the answer is always the same.
  const empty = Object.freeze(checked('query', schema, {}));
  return (exchange) => {
    const given = exchange.request.query as object;
    if (isEmpty(given)) exchange.query = empty;
    else {
      refuseManyParameters(given);
      exchange.query = checked('query', schema, given);
    }
    return undefined;
  };
}

function isEmpty(given: object): boolean {
  for (const _name in given) return false;
  return true;
}
