/** The context of an operator's use case: who acts, when, and its transaction. Over HTTP one of the staff acts, at the host whoever may. */
import type { OperatorActor, StaffActor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';

export type OperatorCx = MutatingCx<OperatorActor | StaffActor>;
