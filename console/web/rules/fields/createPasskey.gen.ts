/** Limits of the fields of createPasskey. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  name: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  credential: {"required":true,"type":"object","fields":{"id":{"required":true,"type":"string","maxLength":1400,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"rawId":{"required":true,"type":"string","maxLength":1400,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"type":{"required":true,"enum":["public-key"]},"response":{"required":true,"type":"object","fields":{"clientDataJSON":{"required":true,"type":"string","maxLength":16384,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"attestationObject":{"required":true,"type":"string","maxLength":16384,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"transports":{"type":"array","items":{"type":"string","maxLength":40},"maxItems":20}}}}},
} as const satisfies FieldRules;
