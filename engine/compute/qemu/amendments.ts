import type { Amendment, Seed } from '../port.ts';

/** Returns whether the guest takes this setting from the seed. A new guest takes all. */
export const replaces = ({ amends }: Seed, what: Amendment): boolean => amends?.includes(what) ?? true;
