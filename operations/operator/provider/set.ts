import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { clearStaffIdentities, lockStaffProvider, putStaffProvider } from '@innkeeper/db/tables/staff-identities';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import type { StaffRole } from '@innkeeper/model/staff';
import type { OperatorCx } from '../context.ts';
import { providerView } from './view.ts';

/** Sets the identity provider of the staff. `secret` is the sealed client secret. Throws `validation` with the field. */
export async function setProvider(
  cx: OperatorCx,
  input: OperatorInput<'setProvider'>,
  secret?: Buffer,
): Promise<OperatorResult<'setProvider'>> {
  const { issuer, client_id, redirect_url, groups_claim = null, trusted_amr = [], trusted_acr = [], trust_email } = input;
  refuseUrls(cx, input);
  if (trusted_amr.length + trusted_acr.length === 0)
    throw invalid('trusted_amr', 'Name the values that prove a second factor: staff must sign in with two factors.');
  const groups = (input.groups ?? []).map((text) => {
    const at = text.lastIndexOf('=');
    return { name: text.slice(0, at), role: text.slice(at + 1) as StaffRole };
  });
  if (groups.length > 0 && groups_claim === null) throw invalid('groups_claim', 'Name the claim that contains the groups.');
  if (new Set(groups.map(({ name }) => name)).size < groups.length)
    throw invalid('groups', 'Name each group only once: a group has one role.');
  const before = await lockStaffProvider(cx.db);
  const same = before?.issuer === issuer && before.client_id === client_id;
  const client_secret = secret ?? (same ? before.client_secret : undefined);
  if (!client_secret) throw invalid('client_secret_file', 'Name a file with the secret of this client.');
  const now = cx.clock.now();
  const ended = before && !same ? await clearStaffIdentities(cx.db, now) : 0;
  const trusted = { trusted_amr, trusted_acr, trust_email };
  const row = { issuer, client_id, client_secret, redirect_url, ...trusted, groups_claim, updated_at: now };
  await putStaffProvider(cx.db, row, groups);
  const { client_secret: _sealed, updated_at: _now, ...told } = row;
  await audit(cx, 'setProvider', null, { ...told, groups: input.groups ?? [], ended, new_secret: secret !== undefined });
  return providerView(cx.db);
}

function refuseUrls({ settings }: OperatorCx, { issuer, redirect_url }: OperatorInput<'setProvider'>): void {
  const refusal = explainUrlRefusal(issuer, SERVICE_RULES, settings.identityProviders);
  if (refusal !== undefined) throw invalid('issuer', refusal);
  const page = URL.parse(redirect_url);
  if (page?.protocol !== 'https:' || page.hash !== '') throw invalid('redirect_url', 'Must be an https URL without a fragment.');
}
