/** Limits of the fields of setGeoFilter. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  action: {"required":true,"enum":["allow","deny"]},
  countries: {"required":true,"type":"array","items":{"type":"string"},"minItems":1,"maxItems":250},
} as const satisfies FieldRules;
