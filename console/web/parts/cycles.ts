/** Numbers of months that an order can pay for. */
export const CYCLES = [1, 3, 6, 12, 24] as const;
