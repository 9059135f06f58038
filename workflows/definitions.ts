/** Every workflow that a worker can carry out. lab/torture has a scenario for each. */
import type { InputOf, Kind } from '@innkeeper/domain/workflows/kinds';
import { WORKFLOWS } from './all.gen.ts';
import type { WorkflowDefinition } from './define.ts';

/** A kind without its steps, or with the steps of another one's input, does not compile. */
export const DEFINITIONS: { readonly [K in Kind]: WorkflowDefinition<InputOf<K>> } = WORKFLOWS;
