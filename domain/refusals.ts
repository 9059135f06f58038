/** Combines the errors of all fields of a request, so that a client can correct them in one go. */
import { together } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';

/**
 * Runs checks as `together` does. Throws one `validation` failure with the errors of all failed checks.
 * Any other failure, such as `not_yours`, is thrown alone and takes precedence.
 */
export async function checkTogether<Checks extends readonly unknown[]>(
  ...checks: Checks
): Promise<{ -readonly [I in keyof Checks]: Awaited<Checks[I]> }> {
  const settled = await Promise.allSettled(checks);
  const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const others = reasons.filter((reason) => !isInvalid(reason));
  if (others.length > 0) await together(...others.map((reason) => Promise.reject(reason)));
  throwAll(reasons.filter(isInvalid));
  return together(...checks);
}

/** Throws the failures joined into one. Does nothing for an empty list. */
export function throwAll(refusals: readonly Failure[]): void {
  const [first, ...more] = refusals;
  if (first) throw joinRefusals([first, ...more]);
}

/** Returns one failure with the errors of all. Each sentence of a field occurs once. */
export function joinRefusals(refusals: readonly [Failure, ...Failure[]]): Failure {
  const [first, ...more] = new Set(refusals);
  if (first && more.length === 0) return first;
  const errors: Record<string, string[]> = {};
  for (const { details } of refusals)
    for (const [field, sentences] of Object.entries(details.errors ?? {}))
      errors[field] = [...new Set([...(errors[field] ?? []), ...sentences])];
  return new Failure('validation', { errors });
}

const isInvalid = (reason: unknown): reason is Failure => reason instanceof Failure && reason.code === 'validation';
