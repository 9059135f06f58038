import { MOST_CONSENT_HOURS, SUPPORT_SCOPES } from '@innkeeper/model/support-access';
import { z } from 'zod';
import { about, Id, ifGiven, Time } from './primitives.ts';

const scope = z.enum(SUPPORT_SCOPES);
const HOURS = `Must be a whole number from 1 to ${MOST_CONSENT_HOURS}.`;

export const SupportAccess = z
  .strictObject({
    id: Id.describe('Id of the consent.'),
    scope: scope.meta(about('What support may do: `read` what changes nothing, `write` run servers besides.', 'read')),
    ticket: Id.nullable().describe('Id of the ticket that it is about; null: nothing in particular.'),
    granted_by: z
      .string()
      .nullable()
      .meta(about('Name of the member who consented; null when that user is gone.', 'Ada Example')),
    active: z.boolean().describe('Whether support may act by it now.'),
    created_at: Time.describe('When it was given.'),
    expires_at: Time.describe('When it ends by itself.'),
    ended_at: Time.nullable().describe('When the account ended it before that; null: it did not.'),
  })
  .meta({ id: 'SupportAccess', description: 'A consent of the account to support that acts inside it.' });
export type SupportAccess = z.infer<typeof SupportAccess>;

export const CreateSupportAccess = z
  .strictObject({
    hours: z
      .int({ error: ifGiven(HOURS) })
      .min(1, HOURS)
      .max(MOST_CONSENT_HOURS, HOURS)
      .meta(about('For how many hours, 1 to 168.', 24)),
    scope: scope.meta(about('What support may do: `read` what changes nothing, `write` run servers besides.', 'read')),
    ticket: Id.optional().meta(about('Id of the ticket that it is about.', 1)),
  })
  .meta({ id: 'CreateSupportAccess', description: 'For how long support may act inside the account, and how far.' });
