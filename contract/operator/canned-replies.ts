import { PLACEHOLDERS, unknownPlaceholders } from '@innkeeper/model/canned-replies';
import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, catalogueKey, idArgument, listOf, paging } from './fields.ts';

const cannedKey = catalogueKey.meta({ description: 'key of the canned reply', value: 'key' });

const named = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');
const text = z
  .string()
  .trim()
  .min(5, 'Must have at least 5 characters.')
  .max(20_000, 'Must have at most 20000 characters.')
  .refine((given) => unknownPlaceholders(given).length === 0, `What stands in double braces must be one of ${named}.`)
  .meta({ description: `plain text, of one line or several; filled in for each ticket: ${named}`, value: 'text' });

const Canned = z.strictObject({ id: Id, key: z.string(), text: z.string(), created_at: At, updated_at: At });

/** Texts that the staff answers tickets with, again and again (`ticket reply --canned KEY`). */
export const cannedReplies = {
  listCanned: operatorOperation({
    resource: 'canned-replies',
    summary: 'list the canned replies, by their keys',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Canned),
    failures: [],
  }),
  showCanned: operatorOperation({
    resource: 'canned-replies',
    summary: 'show a canned reply, or what it says in a ticket',
    changes: false,
    args: ['canned'],
    input: z.strictObject({ canned: cannedKey, ticket: idArgument('ticket that it is filled in for').optional() }),
    reply: Canned,
    failures: ['not_found'],
  }),
  addCanned: operatorOperation({
    resource: 'canned-replies',
    summary: 'add a canned reply',
    changes: true,
    args: ['canned'],
    input: z.strictObject({ canned: cannedKey, text }),
    reply: Canned,
    failures: ['wrong_state'],
  }),
  setCanned: operatorOperation({
    resource: 'canned-replies',
    summary: 'change the text of a canned reply; what was answered with it stays',
    changes: true,
    args: ['canned'],
    input: z.strictObject({ canned: cannedKey, text }),
    reply: Canned,
    failures: ['not_found'],
  }),
  removeCanned: operatorOperation({
    resource: 'canned-replies',
    summary: 'remove a canned reply',
    changes: true,
    args: ['canned'],
    input: z.strictObject({ canned: cannedKey }),
    reply: z.strictObject({ key: z.string() }),
    failures: ['not_found'],
  }),
};
