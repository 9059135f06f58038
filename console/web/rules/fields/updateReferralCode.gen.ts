/** Limits of the fields of updateReferralCode. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  referral_code: {"required":true,"type":"string","converts":"trim","pattern":"^[A-Za-z0-9_-]{5,20}$","says":{"pattern":"Must be 5 to 20 letters, digits, hyphens or underscores."}},
} as const satisfies FieldRules;
