/** Formats the identity provider of the staff. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export function formatProvider({ provider }: OperatorReply<'showProvider'>): string {
  if (!provider) return 'The staff has no identity provider and signs in with passwords.';
  const { issuer, client_id, redirect_url, trusted_amr, trusted_acr, groups_claim, groups, trust_email } = provider;
  return [
    `Staff can also sign in with ${issuer}. The client id of this host is ${client_id}.`,
    `The provider returns browsers to ${redirect_url}.`,
    `Proof of a second factor: ${[...trusted_amr.map((value) => `amr ${value}`), ...trusted_acr.map((value) => `acr ${value}`)].join(', ')}.`,
    groups_claim === null
      ? 'Only invited staff can sign in.'
      : `Staff without an invitation, by the claim ${groups_claim}: ${groups.join(', ') || 'nobody'}.`,
    ...(trust_email ? ['Addresses count although the provider does not call them verified.'] : []),
  ].join('\n');
}
