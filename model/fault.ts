/** Whose affair a failure is: the customer's own doing, or something that the operator has to see to. */
export const FAULTS = ['customer', 'operator'] as const;
export type Fault = (typeof FAULTS)[number];
