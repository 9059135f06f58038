/** Limits of the fields of createSession. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "email": {"required":true,"type":"string","maxLength":255,"format":"email","description":"Email address of the user. Not case-sensitive.","example":"ada@example.com"},
  "password": {"required":true,"type":"string","minLength":1,"maxLength":200,"description":"Password of the user.","example":"seven green lanterns"},
  "otp": {"nullable":true,"description":"Code of the authenticator app, or a recovery code. Optional in this step.","anyOf":[{"type":"string","pattern":"^\\d{6}$"},{"type":"integer","min":0,"max":999999},{"type":"string","pattern":"^[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}$"}],"example":"123456"},
} as const satisfies FieldRules;
