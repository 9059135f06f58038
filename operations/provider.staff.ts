import type { Database } from '@innkeeper/db/schema';
import {
  clearStaffIdentities,
  deleteStaffProvider,
  findStaffProvider,
  lockStaffProvider,
  putStaffProvider,
  staffGroups,
} from '@innkeeper/db/tables/staff-identities';
import { audit } from '@innkeeper/domain/audit';
import { Failure, invalid } from '@innkeeper/model/failures';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import type { StaffRole } from '@innkeeper/model/people/staff';
import type { Kysely } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

export function showProvider({ db }: StaffCx, _input: StaffInput<'showProvider'>): Promise<StaffReply<'showProvider'>> {
  return providerView(db);
}

/** Sets the identity provider of the staff. `secret` is the sealed client secret. Throws `validation` with the field. */
export async function setProvider(
  cx: StaffCx,
  input: StaffInput<'setProvider'>,
  secret?: Buffer,
): Promise<StaffReply<'setProvider'>> {
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

function refuseUrls({ settings }: StaffCx, { issuer, redirect_url }: StaffInput<'setProvider'>): void {
  const refusal = explainUrlRefusal(issuer, SERVICE_RULES, settings.identityProviders);
  if (refusal !== undefined) throw invalid('issuer', refusal);
  const page = URL.parse(redirect_url);
  if (page?.protocol !== 'https:' || page.hash !== '') throw invalid('redirect_url', 'Must be an https URL without a fragment.');
}

/** Removes the identity provider of the staff and ends its sessions. Throws `not_found` if none is set. */
export async function removeProvider(cx: StaffCx, _input: StaffInput<'removeProvider'>): Promise<StaffReply<'removeProvider'>> {
  const before = await lockStaffProvider(cx.db);
  if (!before) throw new Failure('not_found', { message: 'No identity provider is set for the staff.' });
  const ended = await clearStaffIdentities(cx.db, cx.clock.now());
  await deleteStaffProvider(cx.db);
  await audit(cx, 'removeProvider', null, { issuer: before.issuer, ended });
  return providerView(cx.db);
}

async function providerView(db: Kysely<Database>): Promise<StaffReply<'showProvider'>> {
  const row = await findStaffProvider(db);
  if (!row) return { provider: null };
  const { only_one: _one, client_secret: _secret, ...shown } = row;
  const groups = (await staffGroups(db)).map(({ name, role }) => `${name}=${role}`);
  return { provider: { ...shown, groups } };
}
