/** Name of the first host in `nodes`. */
export const THIS_NODE = 'local';

/** Returns the name of the node whose guests are in a home. */
export const nodeOf = (state: { node?: string } | null): string => state?.node ?? THIS_NODE;

/** Returns the command that starts Innkeeper in a home. */
export const startCommandOf = (state: { node?: string } | null): string =>
  state?.node === undefined ? './innkeeper up' : `./innkeeper worker --node ${state.node}`;
