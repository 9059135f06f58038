/** The port that checks forward DNS, for operators who require that a name resolves to its address. apps/ implements it with a resolver. */

export interface ForwardNames {
  /**
   * Returns the names, by address, that do not resolve to their address by A or AAAA for any reason. Takes a few seconds at most.
   * `resolvers` are the DNS servers to query. If empty, the DNS servers of the host are used.
   */
  findUnconfirmed(names: ReadonlyMap<string, string>, resolvers: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A check for processes without a resolver. It confirms no name. */
export const NO_RESOLVER: ForwardNames = { findUnconfirmed: async (names) => new Set(names.keys()) };
