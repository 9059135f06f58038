/** Limits of the fields of rotateWebhookSecret. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  overlap_minutes: {"type":"integer","min":0,"max":10080,"nullable":true},
} as const satisfies FieldRules;
