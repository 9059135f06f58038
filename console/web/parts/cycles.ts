/** Numbers of months in an order. */
export const CYCLES = [1, 3, 6, 12, 24] as const;
