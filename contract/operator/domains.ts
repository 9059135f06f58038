import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, idArgument, listOf, paging } from './fields.ts';

const domain = idArgument('domain');

const Domain = z.strictObject({
  id: Id,
  name: z.string(),
  account: Id,
  issuer: z.string(),
  /** Null: it does not count. */
  verified_at: At.nullable(),
  verified_by: z.enum(['dns', 'operator']).nullable(),
  created_at: At,
});

/** Domains of e-mail addresses that customers' identity providers vouch for. */
export const domains = {
  listDomains: operatorOperation({
    resource: 'domains',
    summary: "list the domains that customers' identity providers vouch for, or would",
    changes: false,
    input: z.strictObject({ account: idArgument('account').optional(), ...paging }),
    reply: listOf(Domain),
    failures: [],
  }),
  confirmDomain: operatorOperation({
    resource: 'domains',
    summary: "confirm that a domain is its account's, in place of a TXT record",
    changes: true,
    args: ['domain'],
    input: z.strictObject({ domain }),
    reply: Domain,
    failures: ['not_found', 'wrong_state'],
  }),
  releaseDomain: operatorOperation({
    resource: 'domains',
    summary: 'let a domain count no longer, so that another account can prove it',
    changes: true,
    args: ['domain'],
    input: z.strictObject({ domain }),
    reply: Domain,
    failures: ['not_found'],
  }),
};
