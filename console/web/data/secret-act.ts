/** Acts whose reply has a secret. The API stores no such reply, so a repeat after a lost one would make another secret. */
import { useRef, useState } from 'react';
import { type Act, type CallOptions, useAct } from './act.ts';

export interface SecretAct<Input, Output> extends Act<Input, Output> {
  /** Outcome of an attempt whose reply was lost. `unknown` until the page could read what exists now. */
  lost: 'unknown' | 'done' | 'not-done' | undefined;
}

/**
 * Makes an act of a call whose reply has a secret. `wasDone` reads what exists now, and returns whether the lost attempt has changed it. The
 * act is not sent again before this is known.
 */
export function useSecretAct<Input, Output>(
  call: (input: Input, options: CallOptions) => Promise<Output>,
  wasDone: (input: Input) => Promise<boolean>,
): SecretAct<Input, Output> {
  const [lost, setLost] = useState<SecretAct<Input, Output>['lost']>();
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
  return { ...act, run, lost };
}
