/** Limits of the fields of replyToTicket. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  message: {"required":true,"type":"string","minLength":5,"maxLength":65535,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
} as const satisfies FieldRules;
