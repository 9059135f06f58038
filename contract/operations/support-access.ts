import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { CreateSupportAccess, SupportAccess } from '../schemas/support-access.ts';
import { accessGrant, byId, memberChange } from './paths.ts';

/** Access of support to an account with its consent. Roles that manage members decide about it. */
export const supportAccess = {
  listSupportAccess: operation({
    method: 'GET',
    path: '/support-access',
    group: 'Support access',
    title: 'List consents to support',
    summary: 'Lists support consents and their accesses, newest first. They are kept for 90 days after their end.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(SupportAccess), paginated: true },
    failures: [],
  }),
  createSupportAccess: operation({
    ...accessGrant,
    group: 'Support access',
    method: 'POST',
    path: '/support-access',
    title: 'Let support into the account',
    summary:
      'Allows support to act inside the account for some hours. Support can read, and with the scope `write` also operate servers. Support can never pay, manage people or see secrets. The audit log records each action with the name of the person.',
    bodyKind: 'json',
    body: CreateSupportAccess,
    references: { ticket: 'ticket' },
    reply: { status: 201, schema: SupportAccess },
    failures: ['wrong_state', 'not_yours', 'out_of_scope'],
  }),
  deleteSupportAccess: operation({
    ...memberChange,
    group: 'Support access',
    method: 'DELETE',
    path: '/support-access/{id}',
    title: 'End a consent to support',
    summary: 'Ends a support consent immediately. Support is refused from the next request on.',
    ...byId('support_grant'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'out_of_scope'],
  }),
};
