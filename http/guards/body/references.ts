/** Completes a refusal with the references of the body that do not exist, so that a client corrects all fields in one go. */
import { referencesIn } from '@innkeeper/contract/body-references';
import { type Actor, NOBODY } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { joinRefusals } from '@innkeeper/domain/refusals';
import { listInvalidReferences } from '@innkeeper/domain/resources/invalid-references';
import { Failure } from '@innkeeper/model/failures';
import type { RequestContext, Route } from '../../request/context.ts';
import type { InFlight } from '../in-flight.ts';

/** Returns what to throw in place of an error that a request ended with. */
export type CompleteRefusal = (route: Route, context: RequestContext, error: unknown) => Promise<unknown>;

/** Only `validation` is completed. The look-ups take one of the account's slots, as the request itself does. */
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
    const actor: Actor = context.caller ?? NOBODY;
    const failures = await listInvalidReferences({ db, clock, settings, actor, requestId: context.request.id }, named);
    return joinRefusals([error, ...failures]);
  };
}
