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
  /** Time of verification, or `null` while the domain is unverified. */
  verified_at: At.nullable(),
  verified_by: z.enum(['dns', 'operator']).nullable(),
  created_at: At,
});

/** Email domains that customers' identity providers may assert. */
export const domains = {
  listDomains: operatorOperation({
    resource: 'domains',
    summary: "list the email domains of customers' identity providers, verified or not",
    changes: false,
    input: z.strictObject({ account: idArgument('account').optional(), ...paging }),
    reply: listOf(Domain),
    failures: [],
  }),
  confirmDomain: operatorOperation({
    resource: 'domains',
    summary: 'confirm without a TXT record that a domain belongs to its account',
    changes: true,
    args: ['domain'],
    input: z.strictObject({ domain }),
    reply: Domain,
    failures: ['not_found', 'wrong_state'],
  }),
  releaseDomain: operatorOperation({
    resource: 'domains',
    summary: 'end the verification of a domain, so that another account can prove it',
    changes: true,
    args: ['domain'],
    input: z.strictObject({ domain }),
    reply: Domain,
    failures: ['not_found'],
  }),
};
