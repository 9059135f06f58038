/** Limits of the fields of updateGeoFilter. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  active: {"type":"boolean","nullable":true},
  action: {"enum":["allow","deny"],"nullable":true},
  countries: {"type":"array","items":{"type":"string"},"minItems":1,"maxItems":250,"nullable":true},
} as const satisfies FieldRules;
