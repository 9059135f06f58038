/** Made by `npm run gen`: the use cases of staff, by operation. */
import type { StaffUseCases } from './define.staff.ts';

export const STAFF_USE_CASES = {
} satisfies StaffUseCases;
