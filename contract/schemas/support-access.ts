import { MAX_CONSENT_HOURS, SUPPORT_SCOPES } from '@innkeeper/model/people/support-access';
import { z } from 'zod';
import { about, Id, ifGiven, Time } from './primitives.ts';

const scope = z.enum(SUPPORT_SCOPES);
const HOURS = `Must be a whole number from 1 to ${MAX_CONSENT_HOURS}.`;

export const SupportAccess = z
  .strictObject({
    id: Id.describe('Id of the consent.'),
    scope: scope.meta(about('Permissions of support: `read` to read, `write` to also operate servers.', 'read')),
    ticket: Id.nullable().describe('Id of the related ticket, or null if there is none.'),
    granted_by: z
      .string()
      .nullable()
      .meta(about('Name of the member who consented, or null if that user no longer exists.', 'Ada Example')),
    active: z.boolean().describe('True if support can use the consent now.'),
    created_at: Time.describe('Time of the consent.'),
    expires_at: Time.describe('Time when the consent expires.'),
    ended_at: Time.nullable().describe('Time when the account ended the consent early, or null if it did not.'),
  })
  .meta({ id: 'SupportAccess', description: 'A consent of the account that lets support act inside it.' });
export type SupportAccess = z.infer<typeof SupportAccess>;

export const CreateSupportAccess = z
  .strictObject({
    hours: z
      .int({ error: ifGiven(HOURS) })
      .min(1, HOURS)
      .max(MAX_CONSENT_HOURS, HOURS)
      .meta(about('Duration in hours, 1 to 168.', 24)),
    scope: scope.meta(about('Permissions of support: `read` to read, `write` to also operate servers.', 'read')),
    ticket: Id.optional().meta(about('Id of the related ticket.', 1)),
  })
  .meta({ id: 'CreateSupportAccess', description: 'The duration and the permissions of support inside the account.' });
