/** Limits of the fields of restoreServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  backup_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  snapshot_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
} as const satisfies FieldRules;
