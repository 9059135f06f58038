/** A change of the protection: it is tried on the last hour first, and then done. */
import type { IpAddress, ProtectionEffect } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useSummary } from '../../data/servers.ts';
import { useIdOfPath } from '../../router/router.tsx';
import type { Change, ChangeOperation, TriedRules } from './changes.ts';

export interface TriedChange {
  change: Change;
  /** `undefined` if the rules could not be tried. */
  effect: ProtectionEffect | undefined;
}

export interface ChangeInHand {
  /** Tries the change, and then shows it. */
  begin: (change: Change) => void;
  isTrying: boolean;
  /** Refusal of a network or country. Such a change is not shown. */
  fieldError: string | undefined;
  shown: TriedChange | undefined;
  close: () => void;
}

/** Returns a change in hand, at most one at a time. */
export function useChange(addressId: number): ChangeInHand {
  const [shown, setShown] = useState<TriedChange>();
  const [last, setLast] = useState<Change>();
  const { run, isRunning, refusal, clear } = useAct((tried: TriedRules, options) =>
    client.dryRunProtection({ id: addressId, ...tried }, options),
  );
  const begin = async (change: Change) => {
    setLast(change);
    const effect = await run(change.tried);
    if (effect !== undefined) setShown({ change, effect });
  };
  // An attack does not wait until the past can be read: only a wrong network or country holds the change back.
  const untried = refusal !== undefined && refusal.kind !== 'fields' && last !== undefined;
  return {
    begin: (change) => void begin(change),
    isTrying: isRunning,
    fieldError: refusal?.kind === 'fields' ? [...new Set(Object.values(refusal.fields))].join(' ') : undefined,
    shown: shown ?? (untried ? { change: last, effect: undefined } : undefined),
    close: () => {
      clear();
      setShown(undefined);
    },
  };
}

/** Returns the function that says why a change of an address is impossible now. The lock of its server or floating IP holds it. */
export function useRefusalOfChange({ floating_ip }: IpAddress): (operation: ChangeOperation | 'allowMe') => string | undefined {
  const refusalOf = useRefusalOfAct();
  const server = useSummary(useIdOfPath());
  const lock_reason = floating_ip?.lock_reason ?? server?.lock_reason ?? null;
  return (operation) => refusalOf(operation, { lock_reason });
}
