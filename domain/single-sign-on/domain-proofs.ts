/** Whether a TXT record proves that a domain is an account's. apps/ implements it with a resolver. */

export interface DomainProofs {
  /** Of records by what the caller knows them by, those that are there; within a few seconds, and none that could not be asked. */
  found<Key>(records: ReadonlyMap<Key, { name: string; value: string }>): Promise<ReadonlySet<Key>>;
}

/** For a process that asks nobody. */
export const NO_PROOFS: DomainProofs = { found: async () => new Set() };
