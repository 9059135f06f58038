/** The reverse DNS names of an address, while a person changes them. */
import type { IpAddress } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { type Act, useAct } from './act.ts';
import { client } from './client.ts';
import { listNames, type Ptr, ptrOf, type TypedNames } from './name-changes.ts';
import { queryClient } from './query.ts';

export interface AddressNames {
  rows: { address: string; name: string; error: string | undefined }[];
  /** Names to send to the API, or `undefined` if nothing has changed. */
  ptr: Ptr | undefined;
  refusal: Act<unknown, unknown>['refusal'];
  isRunning: boolean;
  isUnknown: boolean;
  /** True after a change is saved, until the next change. */
  isSaved: boolean;
  change: (address: string, name: string) => void;
  /** Discards the typed names. */
  discard: () => void;
  /** Saves the names. Resolves to true if they were saved. */
  save: () => Promise<boolean>;
}

/** Returns the names of an address and the functions that change them. */
export function useAddressNames(address: IpAddress): AddressNames {
  const [typed, setTyped] = useState<TypedNames>({});
  const [isSaved, setSaved] = useState(false);
  const { run, isRunning, isUnknown, refusal, clear } = useAct((input: { id: number; ptr: Ptr }, options) =>
    client.updateIpAddress(input, options),
  );
  const ptr = ptrOf(address, typed);
  const errorOf = (of: string): string | undefined =>
    refusal?.fields[`ptr.${of}`] ?? (address.version === 4 ? refusal?.fields.ptr : undefined);
  const save = async () => {
    if (ptr === undefined || (await run({ id: address.id, ptr })) === undefined) return false;
    await Promise.all([['server'], ['floating-ips']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    setTyped({});
    setSaved(true);
    return true;
  };
  return {
    rows: listNames(address, typed).map((row) => ({ ...row, error: errorOf(row.address) })),
    ptr,
    refusal,
    isRunning,
    isUnknown,
    isSaved,
    change: (of, name) => {
      clear();
      setSaved(false);
      setTyped({ ...typed, [of]: name });
    },
    discard: () => {
      clear();
      setTyped({});
    },
    save,
  };
}
