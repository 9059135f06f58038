/** No statement shall take longer, in milliseconds. */
export const SLOW_MS = 50;
