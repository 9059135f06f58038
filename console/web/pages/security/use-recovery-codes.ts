/**
 * Recovery codes that the person has not said to have stored.
 *
 * The API shows codes once. A browser that was closed while they were shown remembers here that nobody stored them.
 */
import { useRef, useState } from 'react';
import { type Act, useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useMe } from '../../data/session.ts';

const PREFIX = 'innkeeper-codes-not-stored-';

export interface NewRecoveryCodes {
  /** Creates codes. The input is a code of the app, or `null` in the session that has just enabled the app. */
  create: Act<string | null, readonly string[]>;
  /** Codes to show, until the person has stored them. */
  codes: readonly string[] | undefined;
  areStored: boolean;
  /** Records that the person has stored the codes, or that the app which they belong to is turned off. */
  setStored: () => void;
}

/** Returns the act that creates recovery codes, and whether the last ones are stored. */
export function useRecoveryCodes(): NewRecoveryCodes {
  const { user } = useMe();
  const key = `${PREFIX}${user.id}`;
  const [areStored, setAreStored] = useState(() => attempt((store) => store.getItem(key)) == null);
  const [codes, setCodes] = useState<readonly string[]>();
  const wereStored = useRef(areStored);
  const mark = (stored: boolean) => {
    setAreStored(stored);
    attempt((store) => (stored ? store.removeItem(key) : store.setItem(key, '1')));
  };
  const act = useAct(
    async (otp: string | null, options) =>
      (await client.createRecoveryCodes(otp === null ? {} : { otp }, options)).recovery_codes,
    // A refused request has changed nothing, so codes that were stored still count.
    ({ kind }) => {
      if (kind !== 'lost') mark(wereStored.current);
    },
  );
  const run = async (otp: string | null) => {
    if (act.isRunning) return undefined;
    wereStored.current = areStored;
    mark(false);
    const created = await act.run(otp);
    setCodes(created);
    return created;
  };
  const setStored = () => {
    setCodes(undefined);
    mark(true);
  };
  return { create: { ...act, run }, codes, areStored, setStored };
}

/** Calls `act` with the storage. Returns `undefined` if the browser denies access, so the mark is lost when the page is closed. */
function attempt<Value>(act: (store: Storage) => Value): Value | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}
