/**
 * Context of an operator's use case: actor, clock and transaction. The actor is a staff member over HTTP, and any user of the command line
 * on the host.
 */
import type { OperatorActor, StaffActor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';

export type OperatorCx = MutatingCx<OperatorActor | StaffActor>;
