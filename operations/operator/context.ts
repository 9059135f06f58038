/** What an operator's use case gets: who acts, when, and the transaction that its act is. */
import type { OperatorActor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';

export type OperatorCx = MutatingCx<OperatorActor>;
