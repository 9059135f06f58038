/** The port that checks whether a TXT record proves an account's domain. apps/ implements it with a resolver. */

export interface DomainProofs {
  /** Returns the keys of the records that exist. Takes a few seconds at most. Records that could not be queried are left out. */
  findProven<Key>(records: ReadonlyMap<Key, { name: string; value: string }>): Promise<ReadonlySet<Key>>;
}

/** A check for processes without a resolver. It finds no record. */
export const NO_PROOFS: DomainProofs = { findProven: async () => new Set() };
