/** Maximum duration of a statement in milliseconds. */
export const SLOW_MS = 50;
