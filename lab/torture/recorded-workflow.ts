/** Workflows for tests of the runner. Their steps record their runs and fail as the test specifies. */
import type { Json } from '@innkeeper/db/schema';
import {
  defineWorkflow,
  noUndo,
  type PollAfter,
  type Step,
  type StepContext,
  type WorkflowDefinition,
} from '@innkeeper/workflows/define';

export type TestInput = Record<string, string | number>;
export type TestDefinition = WorkflowDefinition<TestInput>;

export interface RecordedStep extends Partial<Omit<Step<TestInput>, 'run' | 'undo'>> {
  run?: (cx: StepContext<TestInput>) => Json | PollAfter | undefined | Promise<Json | PollAfter | undefined>;
  undo?: ((cx: StepContext<TestInput>) => void | Promise<void>) | 'none';
}

/**
 * Defines a workflow of these steps. `told` gets `name` for each run of a step, `undo name` for each undo, and `finish` or `undone`. By
 * default steps never fail and have a deadline of a minute.
 */
export function recordedWorkflow(
  kind: string,
  steps: Record<string, RecordedStep>,
  last: Partial<Pick<TestDefinition, 'finish' | 'undone'>> = {},
): { definition: TestDefinition; told: string[] } {
  const recorded: string[] = [];
  const definition = defineWorkflow<TestInput>({
    kind,
    failureMessage: 'It could not be done.',
    steps: Object.entries(steps).map(([name, step]) => ({
      ...step,
      name,
      deadlineMs: step.deadlineMs ?? 60_000,
      attempts: step.attempts ?? 3,
      run: async (cx) => {
        recorded.push(name);
        return step.run?.(cx);
      },
      undo:
        step.undo === 'none'
          ? noUndo('it only looks')
          : async (cx) => {
              recorded.push(`undo ${name}`);
              if (typeof step.undo === 'function') await step.undo(cx);
            },
    })),
    finish: async (cx) => {
      recorded.push('finish');
      await last.finish?.(cx);
    },
    undone: async (cx, why) => {
      recorded.push('undone');
      await last.undone?.(cx, why);
    },
  });
  return { definition, told: recorded };
}

/** Returns a function that throws at its first `times` calls. */
export function failing(times: number, error: Error = new Error('not this time')): () => undefined {
  let left = times;
  return () => {
    if (left-- > 0) throw error;
    return undefined;
  };
}
