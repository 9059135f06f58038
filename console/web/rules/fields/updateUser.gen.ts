/** Limits of the fields of updateUser. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  address: {"type":"string","converts":"trim","maxLength":255,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  country_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  city: {"type":"string","converts":"trim","maxLength":255,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  postal_code: {"type":"string","converts":"trim","maxLength":20,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  phone_number: {"type":"string","pattern":"^(\\+?[0-9][0-9 ()./-]{3,30})?$","says":{"pattern":"Must be a telephone number."},"nullable":true},
  tech_email: {"anyOf":[{"type":"string","converts":"domain","maxLength":255,"pattern":"^(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$","says":{"type":"Must be an email address.","maxLength":"Must be an email address.","pattern":"Must be an email address."}},{"enum":[""]}],"nullable":true},
  referral_code: {"type":"string","converts":"trim","pattern":"^[A-Za-z0-9_-]{5,20}$","says":{"pattern":"Must be 5 to 20 letters, digits, hyphens or underscores."},"nullable":true},
  language: {"type":"string","pattern":"^[a-z]{2}$","says":{"pattern":"Must be a language code of two letters."},"nullable":true},
  newsletter: {"type":"boolean","nullable":true},
  muted_mails: {"type":"array","items":{"enum":["server-ready","renewal-ahead","renewed","deposit"]},"maxItems":4,"nullable":true},
  company: {"type":"boolean","nullable":true},
  company_name: {"type":"string","converts":"trim","maxLength":255,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  company_address: {"type":"string","converts":"trim","maxLength":255,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  company_number: {"type":"string","converts":"trim","maxLength":50,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  vat_number: {"type":"string","converts":"trim","maxLength":50,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  email_otp_enabled: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
