/** Where names lead, for operators who take none that does not lead back to its address. apps/ implements it with a resolver. */

export interface ForwardNames {
  /**
   * Of names by address those that do not lead to it, by A or AAAA, whatever the reason; within a few seconds. `resolvers`: whom to ask, else those of the host.
   */
  unconfirmed(names: ReadonlyMap<string, string>, resolvers: readonly string[]): Promise<ReadonlySet<string>>;
}

/** For a process that asks nobody. */
export const UNKNOWN_NAMES: ForwardNames = { unconfirmed: async (names) => new Set(names.keys()) };
