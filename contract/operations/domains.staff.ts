import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, idArgument, listOf, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

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
  listDomains: staffOperation({
    method: 'GET',
    path: '/operator/domains',
    command: 'domain list',
    roles: ['support', 'technical'],
    resource: 'domains',
    summary: "list the email domains of customers' identity providers, verified or not",
    changes: false,
    input: z.strictObject({ account: idArgument('account').optional(), ...paging }),
    reply: listOf(Domain),
    failures: [],
  }),
  confirmDomain: staffOperation({
    method: 'POST',
    path: '/operator/domains/{domain}/confirm',
    command: 'domain confirm',
    args: ['domain'],
    roles: [],
    resource: 'domains',
    summary: 'confirm without a TXT record that a domain belongs to its account',
    changes: true,
    input: z.strictObject({ domain }),
    reply: Domain,
    failures: ['not_found', 'wrong_state'],
  }),
  releaseDomain: staffOperation({
    method: 'POST',
    path: '/operator/domains/{domain}/release',
    command: 'domain release',
    args: ['domain'],
    roles: [],
    resource: 'domains',
    summary: 'end the verification of a domain, so that another account can prove it',
    changes: true,
    input: z.strictObject({ domain }),
    reply: Domain,
    failures: ['not_found'],
  }),
};
