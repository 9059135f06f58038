/** Validates the query and refuses unknown parameters by name. `filter[date]` is one plain name here, not PHP's nesting. */
import { withoutEmptyFilters } from '@innkeeper/contract/query';
import { z } from 'zod';
import type { Guard, Route } from '../request/context.ts';
import { refuseManyParameters } from './body/size.ts';
import { validated } from './validated.ts';

export function query({ operation }: Route): Guard {
  const schema = operation.query ?? z.strictObject({});
  // Most requests have no query, and its result is always the same.
  const empty = Object.freeze(validated('query', schema, {}));
  return (context) => {
    const given = context.request.query as object;
    if (isEmpty(given)) context.query = empty;
    else {
      refuseManyParameters(given);
      context.query = validated('query', schema, withoutEmptyFilters(schema, given));
    }
    return undefined;
  };
}

function isEmpty(given: object): boolean {
  for (const _name in given) return false;
  return true;
}
