/** Acts whose reply contains a secret. The API does not store such a reply, so a repeat after a lost reply would create another secret. */
import { useRef, useState } from 'react';
import { type Act, type CallOptions, useAct } from './act.ts';

export interface SecretAct<Input, Output> extends Act<Input, Output> {
  /** Outcome of an attempt whose reply was lost. `unknown` until the page has read the current state. */
  outcome: 'unknown' | 'done' | 'not-done' | undefined;
}

/**
 * Returns an act whose reply contains a secret. `wasDone` reads the current state, and returns whether the lost attempt changed it. The act
 * is not sent again before that.
 */
export function useSecretAct<Input, Output>(
  call: (input: Input, options: CallOptions) => Promise<Output>,
  wasDone: (input: Input) => Promise<boolean>,
): SecretAct<Input, Output> {
  const [lost, setLost] = useState<SecretAct<Input, Output>['outcome']>();
  const latest = useRef<Input>(undefined);
  const check = async (input: Input): Promise<boolean | undefined> => {
    try {
      const isDone = await wasDone(input);
      setLost(isDone ? 'done' : 'not-done');
      return isDone;
    } catch {
      setLost('unknown');
      return undefined;
    }
  };
  const act = useAct(call, ({ kind }) => {
    if (kind !== 'lost' || latest.current === undefined) return;
    setLost('unknown');
    void check(latest.current);
  });
  const run = async (input: Input): Promise<Output | undefined> => {
    if (lost === 'unknown' && (await check(input)) !== false) return undefined;
    latest.current = input;
    setLost(undefined);
    return act.run(input);
  };
  return { ...act, run, outcome: lost };
}
