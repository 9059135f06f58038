/** Name of this installation's host in `nodes`. */
export const THIS_NODE = 'local';
