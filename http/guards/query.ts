/** The query, strictly: what an operation does not know is refused by name. PHP's bracket keys are plain names here. */
import { z } from 'zod';
import type { Guard, Route } from '../exchange.ts';
import { checked } from './checked.ts';

export function query({ operation }: Route): Guard {
  const schema = operation.query ?? z.strictObject({});
  return (exchange) => {
    exchange.query = checked('query', schema, exchange.request.query);
    return undefined;
  };
}
