/** Adds nonexistent references of the body to a failure, so that a client can correct all fields at once. */
import { referencesIn } from '@innkeeper/contract/body-references';
import { type Actor, ANONYMOUS_VISITOR } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { listInvalidReferences } from '@innkeeper/domain/invalid-references';
import { joinRefusals } from '@innkeeper/domain/refusals';
import { Failure } from '@innkeeper/model/failures';
import type { RequestContext, Route } from '../../request/context.ts';
import type { InFlight } from '../in-flight.ts';

/** Returns the error to throw instead of the given one. */
export type CompleteRefusal = (route: Route, context: RequestContext, error: unknown) => Promise<unknown>;

/** Returns a function that completes `validation` failures only. Its queries take one of the account's slots, like the request itself. */
export function openReferenceErrors(
  { db, clock, settings }: Pick<Cx, 'db' | 'clock' | 'settings'>,
  inFlight: InFlight,
): CompleteRefusal {
  return async ({ operation }, context, error) => {
    if (!(error instanceof Failure) || error.code !== 'validation') return error;
    const named = referencesIn(operation, context.sentBody);
    if (named.length === 0) return error;
    // A form is refused before it has waited for a slot.
    if (!context.holdsSlot) await inFlight.guard(context);
    const actor: Actor = context.caller ?? ANONYMOUS_VISITOR;
    const failures = await listInvalidReferences({ db, clock, settings, actor, requestId: context.request.id }, named);
    return joinRefusals([error, ...failures]);
  };
}
