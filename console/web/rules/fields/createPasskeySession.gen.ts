/** Limits of the fields of createPasskeySession. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  credential: {"required":true,"type":"object","fields":{"id":{"required":true,"type":"string","maxLength":1400,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"rawId":{"required":true,"type":"string","maxLength":1400,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"type":{"required":true,"enum":["public-key"]},"response":{"required":true,"type":"object","fields":{"clientDataJSON":{"required":true,"type":"string","maxLength":16384,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"authenticatorData":{"required":true,"type":"string","maxLength":16384,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"signature":{"required":true,"type":"string","maxLength":2048,"pattern":"^[A-Za-z0-9_-]+$","says":{"pattern":"Must be base64url."}},"userHandle":{"type":"string","maxLength":128,"nullable":true}}}}},
} as const satisfies FieldRules;
