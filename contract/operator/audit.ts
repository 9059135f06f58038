import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { AuditEntry, accountArgument, oneLine, ref, wholeNumber } from './fields.ts';

const Line = AuditEntry.extend({
  id: z.int(),
  account: Id.nullable(),
  resource: ref.nullable(),
  request_id: z.string().nullable(),
});

export const auditLog = {
  listAudit: operatorOperation({
    resource: 'audit',
    summary: 'read the audit log of all accounts, the latest first',
    changes: false,
    input: z
      .strictObject({
        account: accountArgument.optional(),
        person: wholeNumber(1, 2 ** 31 - 1)
          .optional()
          .meta({ description: 'only what this person of the staff has done', value: 'id' }),
        action: oneLine(60).optional().meta({ description: 'only this: suspendAccount', value: 'action' }),
        resource: oneLine(40).optional().meta({ description: 'only about one of this kind: server', value: 'kind' }),
        id: wholeNumber(1, 2 ** 31 - 1)
          .optional()
          .meta({ description: 'only about the resource of this id', value: 'id' }),
        before: wholeNumber(1, Number.MAX_SAFE_INTEGER)
          .optional()
          .meta({ description: 'only lines before this one: `next` of the page before', value: 'id' }),
        per_page: wholeNumber(1, 1000).default(100).meta({ description: 'how many to a page, at most 1000', value: 'n' }),
      })
      .refine(({ resource, id }) => id === undefined || resource !== undefined, {
        path: ['resource'],
        error: 'Must be given with an id.',
      }),
    /** `next`: what to give as `before` for the next page; null on the last. */
    reply: z.strictObject({ data: z.array(Line), next: z.int().nullable() }),
    failures: ['not_found'],
  }),
};
