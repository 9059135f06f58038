/** Limits of the fields of depositFunds. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  amount: {"required":true,"type":"number","min":0.01,"max":1000000},
  payment_method: {"required":true,"enum":["card","bank","bitcoin","bitcoin-ln"]},
  store_card: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
