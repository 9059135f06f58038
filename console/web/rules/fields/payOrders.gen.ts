/** Limits of the fields of payOrders. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  order_ids: {"required":true,"type":"array","items":{"type":"integer","min":1,"max":2147483647},"minItems":1,"maxItems":50},
  payment_method: {"enum":["balance","card","bank","bitcoin","bitcoin-ln"],"nullable":true},
  store_card: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
