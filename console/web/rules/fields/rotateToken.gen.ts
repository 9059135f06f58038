/** Limits of the fields of rotateToken. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  overlap_minutes: {"type":"integer","min":0,"max":1440,"nullable":true},
} as const satisfies FieldRules;
