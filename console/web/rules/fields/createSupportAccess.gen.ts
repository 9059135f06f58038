/** Limits of the fields of createSupportAccess. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  hours: {"required":true,"type":"integer","min":1,"max":168,"says":{"type":"Must be a whole number from 1 to 168.","min":"Must be a whole number from 1 to 168.","max":"Must be a whole number from 1 to 168."}},
  scope: {"required":true,"enum":["read","write"]},
  ticket: {"type":"integer","min":1,"max":2147483647,"nullable":true},
} as const satisfies FieldRules;
