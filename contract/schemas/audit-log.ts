import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

/** Who an entry may say that it was, as the audit log has it. */
export const AUDIT_ACTORS = ['token', 'session', 'staff', 'operator', 'job', 'workflow', 'visitor'] as const;

export const AuditEntry = z
  .strictObject({
    id: Id.describe('Id of the entry.'),
    at: Time.describe('When it was done.'),
    action: z
      .string()
      .meta(
        about(
          'The name of an operation, or of work that goes on after it with its outcome: `server.restart.done`.',
          'restartServer',
        ),
      ),
    actor: z
      .strictObject({
        kind: z
          .enum(AUDIT_ACTORS)
          .meta(
            about(
              'What did it: `operator` is the host, `job` what runs on a clock, `visitor` somebody who is not signed in.',
              'token',
            ),
          ),
        id: Id.nullable().describe('Of a token, for one; null where it has none.'),
        name: z.string().nullable().meta(about('Of a person of the staff; null for all others.', null)),
      })
      .describe('What did it.'),
    user: z
      .strictObject({
        id: Id.describe('Id of the user.'),
        email: z.string().meta(about('Address of the user, as it is now.', 'ada@example.com')),
      })
      .nullable()
      .describe('The person behind it; null where there is none.'),
    resource: z
      .strictObject({
        kind: z.string().meta(about('What kind of thing it was done to.', 'server')),
        id: Id.describe('Its id.'),
      })
      .nullable()
      .describe('What it was done to; null where that is nothing in particular.'),
    request_id: z
      .string()
      .nullable()
      .meta(about('`X-Request-Id` of the request; null where there was none.', '7f9c24e8-3b12-4fef-91e0-1a5d4c2b8e77')),
    details: z
      .string()
      .nullable()
      .meta(
        about(
          'More about it as a JSON document, whose fields differ by action, for what was done in the name of the account, or by support that broke the glass; null for the rest.',
          '{"changed":["city"]}',
        ),
      ),
  })
  .meta({ id: 'AuditEntry', description: 'One entry of the audit log. Nobody can change it.' });
export type AuditEntry = z.infer<typeof AuditEntry>;
