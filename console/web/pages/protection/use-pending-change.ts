/** A change of the protection, which is first tried on the last hour and then applied. */
import type { IpAddress, ProtectionEffect } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useSummary } from '../../data/servers.ts';
import { useIdOfPath } from '../../router/router.tsx';
import type { Change, ChangeOperation, DryRunRules } from './changes.ts';

export interface ChangeWithEffect {
  change: Change;
  /** Result of the dry run, or `undefined` if it failed. */
  effect: ProtectionEffect | undefined;
}

export interface PendingChange {
  /** Tries the change and then shows it. */
  begin: (change: Change) => void;
  isTrying: boolean;
  /** Refusal of a network or country. Such a change is not shown. */
  fieldError: string | undefined;
  shown: ChangeWithEffect | undefined;
  close: () => void;
}

/** Returns the state of a change. There is at most one at a time. */
export function usePendingChange(addressId: number): PendingChange {
  const [shown, setShown] = useState<ChangeWithEffect>();
  const [last, setLast] = useState<Change>();
  const { run, isRunning, refusal, clear } = useAct((tried: DryRunRules, options) =>
    client.dryRunProtection({ id: addressId, ...tried }, options),
  );
  const begin = async (change: Change) => {
    setLast(change);
    const effect = await run(change.tried);
    if (effect !== undefined) setShown({ change, effect });
  };
  // An attack does not wait for the dry run. Only an invalid network or country prevents the change.
  const hasDryRunFailed = refusal !== undefined && refusal.kind !== 'fields' && last !== undefined;
  return {
    begin: (change) => void begin(change),
    isTrying: isRunning,
    fieldError: refusal?.kind === 'fields' ? [...new Set(Object.values(refusal.fields))].join(' ') : undefined,
    shown: shown ?? (hasDryRunFailed ? { change: last, effect: undefined } : undefined),
    close: () => {
      clear();
      setShown(undefined);
    },
  };
}

/**
 * Returns a function that returns the reason why a change of an address is currently impossible. A lock of its server or floating IP
 * prevents it.
 */
export function useRefusalOfChange({ floating_ip }: IpAddress): (operation: ChangeOperation | 'allowMe') => string | undefined {
  const refusalOf = useRefusalOfAct();
  const server = useSummary(useIdOfPath());
  const lock_reason = floating_ip?.lock_reason ?? server?.lock_reason ?? null;
  return (operation) => refusalOf(operation, { lock_reason });
}
