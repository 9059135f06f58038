/** The context of an operator's use case: who acts, when, and its transaction. */
import type { OperatorActor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';

export type OperatorCx = MutatingCx<OperatorActor>;
