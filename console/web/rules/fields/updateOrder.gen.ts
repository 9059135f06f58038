/** Limits of the fields of updateOrder. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  auto_pay: {"type":"boolean","nullable":true},
  payment_method: {"enum":["balance","card","bank","bitcoin","bitcoin-ln"],"nullable":true},
  promo_code: {"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","nullable":true,"says":{"pattern":"Must not contain control characters."}},
} as const satisfies FieldRules;
