/** The name in `nodes` of the host that this installation runs on. */
export const THIS_NODE = 'local';
