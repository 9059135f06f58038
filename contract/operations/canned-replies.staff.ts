import { PLACEHOLDERS, unknownPlaceholders } from '@innkeeper/model/support/canned-replies';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, catalogueKey, idArgument, listOf, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const cannedKey = catalogueKey.meta({ description: 'key of the canned reply', value: 'key' });

const placeholderList = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');
const text = z
  .string()
  .trim()
  .min(5, 'Must have at least 5 characters.')
  .max(20_000, 'Must have at most 20000 characters.')
  .refine((given) => unknownPlaceholders(given).length === 0, `Text in double braces must be one of ${placeholderList}.`)
  .meta({
    description: `plain text of one or more lines, in which these placeholders are filled in for each ticket: ${placeholderList}`,
    value: 'text',
  });

const Canned = z.strictObject({ id: Id, key: z.string(), text: z.string(), created_at: At, updated_at: At });

/** Reusable texts that staff answer tickets with (`ticket reply --canned KEY`). */
export const cannedReplies = {
  listCanned: staffOperation({
    method: 'GET',
    path: '/operator/canned-replies',
    command: 'canned list',
    roles: ['support', 'billing', 'technical'],
    resource: 'canned-replies',
    summary: 'list canned replies, sorted by key',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Canned),
    failures: [],
  }),
  showCanned: staffOperation({
    method: 'GET',
    path: '/operator/canned-replies/{canned}',
    command: 'canned show',
    args: ['canned'],
    roles: ['support', 'billing', 'technical'],
    resource: 'canned-replies',
    summary: 'show a canned reply, or its text for a ticket',
    changes: false,
    input: z.strictObject({ canned: cannedKey, ticket: idArgument('ticket that the placeholders are filled in for').optional() }),
    reply: Canned,
    failures: ['not_found'],
  }),
  addCanned: staffOperation({
    method: 'POST',
    path: '/operator/canned-replies',
    command: 'canned add',
    args: ['canned'],
    roles: ['support'],
    status: 201,
    resource: 'canned-replies',
    summary: 'add a canned reply',
    changes: true,
    input: z.strictObject({ canned: cannedKey, text }),
    reply: Canned,
    failures: ['wrong_state'],
  }),
  setCanned: staffOperation({
    method: 'PATCH',
    path: '/operator/canned-replies/{canned}',
    command: 'canned set',
    args: ['canned'],
    roles: ['support'],
    resource: 'canned-replies',
    summary: 'change the text of a canned reply; earlier answers keep theirs',
    changes: true,
    input: z.strictObject({ canned: cannedKey, text }),
    reply: Canned,
    failures: ['not_found'],
  }),
  removeCanned: staffOperation({
    method: 'DELETE',
    path: '/operator/canned-replies/{canned}',
    command: 'canned remove',
    args: ['canned'],
    roles: ['support'],
    resource: 'canned-replies',
    summary: 'remove a canned reply',
    changes: true,
    input: z.strictObject({ canned: cannedKey }),
    reply: z.strictObject({ key: z.string() }),
    failures: ['not_found'],
  }),
};
