/** Every workflow that a worker can run. lab/torture has a scenario for each. */
import type { InputOf, Kind } from '@innkeeper/domain/workflows/kinds';
import { WORKFLOWS } from './all.gen.ts';
import type { WorkflowDefinition } from './define.ts';

/** Does not compile if a kind lacks its steps, or has steps for another kind's input. */
export const DEFINITIONS: { readonly [K in Kind]: WorkflowDefinition<InputOf<K>> } = WORKFLOWS;
