/** Limits of the fields of createTicket. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  department_id: {"required":true,"type":"integer","min":1,"max":2147483647},
  subject: {"required":true,"type":"string","converts":"trim","minLength":3,"maxLength":255,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  message: {"required":true,"type":"string","minLength":5,"maxLength":65535,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  service_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  service_type: {"enum":["server","shared-hosting"],"nullable":true},
} as const satisfies FieldRules;
