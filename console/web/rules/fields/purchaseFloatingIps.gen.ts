/** Limits of the fields of purchaseFloatingIps. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  billing_cycle: {"type":"integer","min":1,"max":24,"nullable":true},
  ipv4: {"type":"integer","min":0,"max":64,"nullable":true},
  ipv4_ddos: {"type":"integer","min":0,"max":64,"nullable":true},
  ipv6: {"type":"integer","min":0,"max":64,"nullable":true},
  server_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  auto_pay: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
