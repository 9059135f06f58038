import {
  findIdentityProvider,
  insertIdentityProvider,
  newSignInKey,
  putIdentityDomains,
  updateIdentityProvider,
  verifiedDomains,
} from '@innkeeper/db/tables/identity-providers';
import { clearIdentities } from '@innkeeper/db/tables/user-identities';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { sealClientSecret } from '@innkeeper/domain/single-sign-on/secrets';
import { Failure, invalid } from '@innkeeper/model/failures';
import { mailDomain } from '@innkeeper/model/openid/judge';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import type { Role } from '@innkeeper/model/roles';
import type { Sealer } from '@innkeeper/model/sealing';
import type { IdentityProvider } from '@innkeeper/present/identity-provider';
import { viewOf } from './view.ts';

export interface PutIdentityProvider {
  issuer: string;
  client_id: string;
  /** Client secret, by default the stored secret. */
  client_secret?: string | undefined;
  domains: readonly string[];
  default_role?: Exclude<Role, 'owner'> | null | undefined;
  trusted_amr?: readonly string[] | undefined;
  trusted_acr?: readonly string[] | undefined;
  enabled?: boolean | undefined;
  required?: boolean | undefined;
  trust_email?: boolean | undefined;
}

/**
 * Sets the identity provider of the account. Another issuer or client counts as another provider: identities are forgotten, its sessions
 * end, and it needs a new test.
 *
 * Throws `validation`, `wrong_state` if an enabled provider was not tested or has no verified domain, and the errors of
 * `beginMemberChange`.
 */
export async function putIdentityProvider(
  cx: MutatingCx<Customer>,
  input: PutIdentityProvider,
  sealer: Sealer,
): Promise<IdentityProvider> {
  const { accountId } = cx.actor;
  await beginMemberChange(cx, 'manage-members');
  const refusal = explainUrlRefusal(input.issuer, SERVICE_RULES, cx.settings.identityProviders);
  if (refusal !== undefined) throw invalid('issuer', refusal);
  // The issuer is stored verbatim, because tokens repeat it.
  if (!/^[!-~]+$/.test(input.issuer)) throw invalid('issuer', 'The URL must not contain spaces or control characters.');
  if (new URL(input.issuer).search !== '') throw invalid('issuer', 'The URL must not contain a query.');
  const names = domainsOf(input.domains);
  const { issuer, client_id, client_secret, enabled = false, required = false } = input;
  if (required && !enabled) throw invalid('required', 'Single sign-on must be enabled before it can be required.');
  const before = await findIdentityProvider(cx.db, accountId);
  const same = before?.issuer === issuer && before.client_id === client_id;
  if (!same && client_secret === undefined) throw invalid('client_secret', 'The client secret is required.');
  if (enabled && !(same && before.tested_at !== null))
    throw new Failure('wrong_state', { message: 'Test the identity provider before you enable it.' });
  const now = cx.clock.now();
  const fields = {
    issuer,
    client_id,
    enabled,
    required,
    default_role: input.default_role ?? null,
    updated_at: now,
    trusted_amr: [...(input.trusted_amr ?? [])],
    trusted_acr: [...(input.trusted_acr ?? [])],
    trust_email: input.trust_email ?? false,
    ...(client_secret !== undefined && { client_secret: sealClientSecret(sealer, accountId, client_secret) }),
    ...(!same && { tested_at: null }),
  };
  if (before && !same) await clearIdentities(cx.db, before.id, now);
  const row = before
    ? await updateIdentityProvider(cx.db, before.id, fields)
    : await insertIdentityProvider(cx.db, {
        account_id: accountId,
        sign_in_key: newSignInKey(),
        created_at: now,
        ...fields,
        // The check above requires a secret for a new provider.
        client_secret: sealClientSecret(sealer, accountId, client_secret ?? ''),
      });
  await putIdentityDomains(cx.db, { providerId: row.id, names, now });
  if (enabled && (await verifiedDomains(cx.db, row.id)).length === 0)
    throw new Failure('wrong_state', { message: 'Verify one of the domains before you enable the identity provider.' });
  const details = { issuer, client_id, domains: names, default_role: fields.default_role, enabled, required };
  const trusted = { trusted_amr: fields.trusted_amr, trusted_acr: fields.trusted_acr };
  const more = { ...trusted, trust_email: fields.trust_email, new_secret: client_secret !== undefined };
  await audit(cx, 'putIdentityProvider', { kind: 'identity_provider', id: row.id }, { ...details, ...more });
  return viewOf(cx, row);
}

function domainsOf(given: readonly string[]): string[] {
  const names = given.map((text, at) => {
    const name = mailDomain(text);
    if (name === undefined) throw invalid(`domains.${at}`, 'Must be a domain, such as example.com.');
    return name;
  });
  return [...new Set(names)];
}
