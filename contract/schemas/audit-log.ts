import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

/** Kinds of actors in the audit log. */
export const AUDIT_ACTORS = ['token', 'session', 'staff', 'operator', 'job', 'workflow', 'visitor'] as const;

export const AuditEntry = z
  .strictObject({
    id: Id.describe('Id of the entry.'),
    at: Time.describe('Time of the action.'),
    action: z
      .string()
      .meta(
        about(
          'Name of an operation, or of work that continued after it with its outcome, such as `server.restart.done`.',
          'restartServer',
        ),
      ),
    actor: z
      .strictObject({
        kind: z
          .enum(AUDIT_ACTORS)
          .meta(
            about(
              'Kind of the actor: `operator` is the host, `job` is a scheduled task, `visitor` is someone who is not signed in.',
              'token',
            ),
          ),
        id: Id.nullable().describe('Id of the actor, such as the id of a token, or null if the actor has none.'),
        name: z.string().nullable().meta(about('Name of the staff member, or null for all other actors.', null)),
      })
      .describe('The actor.'),
    user: z
      .strictObject({
        id: Id.describe('Id of the user.'),
        email: z.string().meta(about('Current email address of the user.', 'ada@example.com')),
      })
      .nullable()
      .describe('User behind the actor, or null if there is none.'),
    resource: z
      .strictObject({
        kind: z.string().meta(about('Kind of the affected resource.', 'server')),
        id: Id.describe('Id of the affected resource.'),
      })
      .nullable()
      .describe('The affected resource, or null if there is none.'),
    request_id: z
      .string()
      .nullable()
      .meta(about('`X-Request-Id` of the request, or null if there was no request.', '7f9c24e8-3b12-4fef-91e0-1a5d4c2b8e77')),
    details: z
      .string()
      .nullable()
      .meta(
        about(
          'Details as a JSON document, with fields that depend on the action. Present for actions in the name of the account, or of support that broke the glass, otherwise null.',
          '{"changed":["city"]}',
        ),
      ),
  })
  .meta({ id: 'AuditEntry', description: 'An entry of the audit log. Entries cannot be changed.' });
export type AuditEntry = z.infer<typeof AuditEntry>;
