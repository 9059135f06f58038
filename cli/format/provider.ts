/** The identity provider of the staff as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export function formatProvider({ provider }: OperatorReply<'showProvider'>): string {
  if (!provider) return 'The staff has no identity provider: it signs in with passwords.';
  const { issuer, client_id, redirect_url, trusted_amr, trusted_acr, groups_claim, groups } = provider;
  return [
    `The staff signs in by ${issuer} too, where this host is ${client_id}.`,
    `It sends browsers back to ${redirect_url}.`,
    `A second factor: ${[...trusted_amr.map((value) => `amr ${value}`), ...trusted_acr.map((value) => `acr ${value}`)].join(', ')}.`,
    groups_claim === null
      ? 'Who signs in was invited.'
      : `Uninvited, by the claim ${groups_claim}: ${groups.join(', ') || 'nobody'}.`,
  ].join('\n');
}
