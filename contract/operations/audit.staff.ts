import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { AuditEntry, accountArgument, oneLine, ref, wholeNumber } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const Line = AuditEntry.extend({
  id: z.int(),
  account: Id.nullable(),
  resource: ref.nullable(),
  request_id: z.string().nullable(),
});

export const auditLog = {
  listAudit: staffOperation({
    method: 'GET',
    path: '/operator/audit',
    command: 'audit list',
    roles: ['support', 'billing', 'technical'],
    resource: 'audit',
    summary: 'list the audit log of all accounts, newest first',
    changes: false,
    input: z
      .strictObject({
        account: accountArgument.optional(),
        person: wholeNumber(1, 2 ** 31 - 1)
          .optional()
          .meta({ description: 'only actions of this staff member', value: 'id' }),
        action: oneLine(60).optional().meta({ description: 'only this action, such as suspendAccount', value: 'action' }),
        resource: oneLine(40).optional().meta({ description: 'only resources of this kind, such as server', value: 'kind' }),
        id: wholeNumber(1, 2 ** 31 - 1)
          .optional()
          .meta({ description: 'only the resource with this id', value: 'id' }),
        before: wholeNumber(1, Number.MAX_SAFE_INTEGER)
          .optional()
          .meta({ description: 'only lines before this one (`next` of the previous page)', value: 'id' }),
        per_page: wholeNumber(1, 1000).default(100).meta({ description: 'lines per page, at most 1000', value: 'n' }),
      })
      .refine(({ resource, id }) => id === undefined || resource !== undefined, {
        path: ['resource'],
        error: 'Must be given together with an id.',
      }),
    /** `next` is the value of `before` for the next page, or `null` on the last page. */
    reply: z.strictObject({ data: z.array(Line), next: z.int().nullable() }),
    failures: ['not_found'],
  }),
};
