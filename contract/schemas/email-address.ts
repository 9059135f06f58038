import { hasShortLocalPart, LOCAL_PART_SENTENCE, withAsciiDomain } from '@innkeeper/model/mail/address';
import { z } from 'zod';
import { ifGiven } from './primitives.ts';

/** Like the pattern of zod, and accepts the top-level domains in other letters, such as `xn--zckzah`. */
const PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/;

/** An address that a user may have already. A domain with other letters is accepted, and converted to its ASCII form. */
export const EmailAddress = z
  .string({ error: ifGiven('Must be an email address.') })
  .overwrite(withAsciiDomain)
  .max(255)
  .email({ error: 'Must be an email address.', pattern: PATTERN })
  .meta({ examples: ['ada@example.com'] });

/** An address that is stored and gets mail. */
export const NewEmailAddress = EmailAddress.refine(hasShortLocalPart, LOCAL_PART_SENTENCE);
