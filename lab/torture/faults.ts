/** Faults to inject into a workflow: its steps run twice, fail, or fail after their work. */
import { NonRetryableError, PollAfter, type StepContext } from '@innkeeper/workflows/define';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';

type AnyStep = AnyDefinition['steps'][number];
type Run = AnyStep['run'];
type Undo = (cx: StepContext<never>) => Promise<void>;

/** Returns the definition with every step run twice in a row. */
export function eachStepTwice(definition: AnyDefinition): AnyDefinition {
  const twice =
    (run: Run): Run =>
    async (cx) => {
      const first = await run(cx);
      return first instanceof PollAfter ? first : run(cx);
    };
  return { ...definition, steps: definition.steps.map((step) => ({ ...step, run: twice(step.run) })) };
}

/**
 * Returns the definition with one step that always fails, before or after its work. Throws if the step does not exist, because the test
 * would then prove nothing.
 */
export function failingAt(definition: AnyDefinition, name: string, when: 'before' | 'after'): AnyDefinition {
  if (!definition.steps.some((step) => step.name === name)) throw new Error(`${definition.kind} has no step ${name}`);
  const fails =
    (run: Run): Run =>
    async (cx) => {
      const value = when === 'after' ? await run(cx) : undefined;
      if (value instanceof PollAfter) return value;
      throw new NonRetryableError('operator', 'Injected failure.', `${name} fails ${when} its work`);
    };
  const steps = definition.steps.map((step) => (step.name === name ? { ...step, run: fails(step.run) } : step));
  return { ...definition, steps };
}

/** Returns the definition with a last transaction that fails after its work, and is not retried. */
export function failingAtTheEnd(definition: AnyDefinition): AnyDefinition {
  return {
    ...definition,
    finish: async (cx) => {
      await definition.finish(cx);
      throw new NonRetryableError('operator', 'Injected failure.', 'the last transaction fails after its work');
    },
  };
}

/** Returns the definition with every undo run twice in a row. */
export function eachUndoTwice(definition: AnyDefinition): AnyDefinition {
  return withUndos(definition, (undo) => async (cx) => {
    await undo(cx);
    await undo(cx);
  });
}

/** Returns the definition with every undo failing at its first attempt, after its work. The failures are recorded per workflow. */
export function eachUndoFailingOnce(definition: AnyDefinition): AnyDefinition {
  return withUndos(definition, (undo) => {
    const failed = new Set<number>();
    return async (cx) => {
      await undo(cx);
      if (failed.has(cx.workflowId)) return;
      failed.add(cx.workflowId);
      throw new Error('injected failure, once');
    };
  });
}

/** Returns the names of the steps that have an undo. */
export function undoable(definition: AnyDefinition): string[] {
  return definition.steps.filter((step) => typeof step.undo === 'function').map((step) => step.name);
}

/** Returns the last step. A failure there has the most to undo. */
export function lastStep(definition: AnyDefinition): string {
  const last = definition.steps.at(-1);
  if (!last) throw new Error(`${definition.kind} has no steps`);
  return last.name;
}

function withUndos(definition: AnyDefinition, alter: (undo: Undo) => Undo): AnyDefinition {
  const steps = definition.steps.map((step) => (typeof step.undo === 'function' ? { ...step, undo: alter(step.undo) } : step));
  return { ...definition, steps };
}
