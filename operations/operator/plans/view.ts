import type { Plan } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { formatDecimal } from '@innkeeper/model/money';

export function planView(plan: Plan) {
  return { ...plan, price: formatDecimal(plan.price) };
}

export function noPlan(key: string): Failure {
  return new Failure('not_found', { message: `Plan ${key} does not exist.` });
}
