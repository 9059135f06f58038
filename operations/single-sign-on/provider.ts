/** Identity provider of an account, with the domains whose addresses it signs in. */
import {
  findIdentityProvider,
  type IdentityProviderRow,
  identityDomainsOf,
  insertIdentityProvider,
  newSignInKey,
  putIdentityDomains,
  deleteIdentityProvider as removeIdentityProvider,
  updateIdentityProvider,
  verifiedDomains,
  verifyIdentityDomain,
} from '@innkeeper/db/tables/identity-providers';
import { clearIdentities } from '@innkeeper/db/tables/user-identities';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { sealClientSecret } from '@innkeeper/domain/single-sign-on/secrets';
import { Failure, invalid } from '@innkeeper/model/failures';
import { mailDomain, proofOf } from '@innkeeper/model/openid/judge';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import { type IdentityProvider, presentIdentityProvider } from '@innkeeper/present/identity-provider';
import type { Input, Prepared, Reply, Services } from '../define.ts';

/** Returns the identity provider of the account, if there is one. */
export async function getIdentityProvider(cx: Cx<Customer>): Promise<Reply<'getIdentityProvider'>> {
  const row = await findIdentityProvider(cx.db, cx.actor.accountId);
  return presentIdentityProvider(row && (await viewOf(cx, row)));
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
  { body: input }: Input<'putIdentityProvider'>,
  { sealer }: Pick<Services, 'sealer'>,
): Promise<Reply<'putIdentityProvider'>> {
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
  return presentIdentityProvider(await viewOf(cx, row));
}

function domainsOf(given: readonly string[]): string[] {
  const names = given.map((text, at) => {
    const name = mailDomain(text);
    if (name === undefined) throw invalid(`domains.${at}`, 'Must be a domain, such as example.com.');
    return name;
  });
  return [...new Set(names)];
}

/**
 * Deletes the identity provider, ends its sessions, and releases its domains for other accounts. Throws `wrong_state` if there is no
 * provider, and the errors of `beginMemberChange`.
 */
export async function deleteIdentityProvider(cx: MutatingCx<Customer>): Promise<void> {
  await beginMemberChange(cx, 'manage-members');
  const { id, issuer } = await requireIdentityProvider(cx);
  await removeIdentityProvider(cx.db, id);
  await audit(cx, 'deleteIdentityProvider', { kind: 'identity_provider', id }, { issuer });
}

/** Returns the ids of the account's unverified domains whose DNS record exists now. The query of the DNS may take long. */
export async function prepareVerifyIdentityDomains(
  { db, actor }: Pick<Cx<Customer>, 'db' | 'actor'>,
  _body: Input<'verifyIdentityDomains'>['body'],
  { domainProofs }: Pick<Services, 'domainProofs'>,
): Promise<ReadonlySet<number>> {
  const provider = await findIdentityProvider(db, actor.accountId);
  const domains = provider ? await identityDomainsOf(db, provider.id) : [];
  const unverified = domains.filter(({ verified_at }) => verified_at === null);
  return unverified.length === 0
    ? new Set()
    : domainProofs.findProven(new Map(unverified.map(({ id, name, token }) => [id, proofOf(name, token)])));
}

/**
 * Marks domains as verified. A domain of another account stays unverified. Throws `wrong_state` if there is no provider, and the errors of
 * `beginMemberChange`.
 */
export async function verifyIdentityDomains(
  cx: MutatingCx<Customer>,
  { prepared: proven }: Input<'verifyIdentityDomains'> & Prepared<ReadonlySet<number>>,
): Promise<Reply<'verifyIdentityDomains'>> {
  await beginMemberChange(cx, 'manage-members');
  const provider = await requireIdentityProvider(cx);
  const now = cx.clock.now();
  const verified: string[] = [];
  for (const { id, name, verified_at } of await identityDomainsOf(cx.db, provider.id)) {
    const isNew = verified_at === null && proven.has(id);
    if (isNew && (await verifyIdentityDomain(cx.db, { id, by: 'dns', now }))) verified.push(name);
  }
  if (verified.length > 0)
    await audit(cx, 'verifyIdentityDomains', { kind: 'identity_provider', id: provider.id }, { domains: verified });
  return presentIdentityProvider(await viewOf(cx, provider));
}

/** Returns an identity provider with its domains and redirect URL. */
async function viewOf({ db, settings }: Pick<Cx, 'db' | 'settings'>, row: IdentityProviderRow): Promise<IdentityProvider> {
  return { row, domains: await identityDomainsOf(db, row.id), redirectUrl: pageOrApi(settings).href };
}

/** Returns the identity provider of the caller's account. Throws `wrong_state` if there is none. */
async function requireIdentityProvider({ db, actor }: Pick<Cx<Customer>, 'db' | 'actor'>): Promise<IdentityProviderRow> {
  const row = await findIdentityProvider(db, actor.accountId);
  if (!row) throw new Failure('wrong_state', { message: 'This account has no identity provider.' });
  return row;
}
