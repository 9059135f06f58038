/** Limits of the fields of renewServers. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "server_ids": {"required":true,"type":"array","minItems":1,"maxItems":100,"description":"Ids of the servers, 1 to 100.","items":{"type":"integer","min":1,"max":2147483647},"example":[1]},
  "billing_cycle": {"required":true,"type":"integer","description":"Number of months to renew for.","enum":[1,3,6,12,24],"example":3},
  "promo_code": {"type":"string","nullable":true,"minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Promo code that reduces the price.","example":"SPRING20"},
  "auto_pay": {"type":"boolean","nullable":true,"default":true,"description":"True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true."},
} as const satisfies FieldRules;
