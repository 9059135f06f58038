import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { countSignUps, insertInvitedSignUp, type SignUpRow, signUpSettings } from '@innkeeper/db/tables/sign-up';
import { audit } from '@innkeeper/domain/audit';
import { requirePage, requirePublicPage } from '@innkeeper/domain/page-link';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { signUpRefusal } from '@innkeeper/model/people/sign-up';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists sign-ups, newest first. */
export function listSignups(cx: StaffCx, input: StaffInput<'listSignups'>): Promise<StaffReply<'listSignups'>> {
  return listPage(cx.db.selectFrom('sign_ups').selectAll().orderBy('id', 'desc'), input, signUpView(cx.clock.now()));
}

export function showSignup(cx: StaffCx): Promise<StaffReply<'showSignup'>> {
  return rulesView(cx);
}

/**
 * Changes the sign-up settings. Throws `validation` with the field if terms are missing, and `not_supported` for open sign-up if the host
 * has no web page.
 */
export async function setSignup(cx: StaffCx, input: StaffInput<'setSignup'>): Promise<StaffReply<'setSignup'>> {
  const { db } = cx;
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  if (Object.keys(changes).length === 0) throw invalid('mode', 'Name at least one setting to change.');
  const before = await db.selectFrom('sign_up_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
  const { mode, terms_version, terms_url } = { ...before, ...input };
  if (mode !== 'closed' || terms_version !== null || terms_url !== null) {
    if (terms_version === null) throw invalid('terms_version', 'Name the version of the terms of service that customers accept.');
    if (terms_url === null) throw invalid('terms_url', 'Name the URL of the terms of service.');
  }
  if (mode === 'open') requirePublicPage(cx.settings);
  await db.updateTable('sign_up_settings').set(changes).execute();
  await audit(cx, 'setSignup', null, changes);
  return rulesView(cx);
}

/** Invites an address to sign up. A job sends the link. Throws `wrong_state` for the address of a user, and while sign-up is closed. */
export async function inviteSignup(
  cx: StaffCx,
  { email, language }: StaffInput<'inviteSignup'>,
): Promise<StaffReply<'inviteSignup'>> {
  const { db, clock, actor } = cx;
  requirePage(cx.settings);
  const refusal = signUpRefusal((await signUpSettings(db)).mode, { invited: true });
  if (refusal !== undefined)
    throw new Failure('wrong_state', {
      message: 'Sign-up is closed, so the link would not work. Open sign-up first: ./innkeeper signup set',
    });
  const known = await db.selectFrom('users').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst();
  if (known) throw new Failure('wrong_state', { message: `${email} is already the address of a user.` });
  const now = clock.now();
  const id = await insertInvitedSignUp(db, { email, language, by: actor.name, now });
  await audit(cx, 'inviteSignup', { kind: 'sign_up', id, accountId: null }, { email });
  const row = await db.selectFrom('sign_ups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return signUpView(now)(row);
}

async function rulesView({ db, clock, settings }: StaffCx): Promise<OperatorReply<'showSignup'>> {
  const { mode, terms_version, terms_url } = await signUpSettings(db);
  const since = new Date(clock.now().getTime() - days(1));
  const most = settings.signUpsADay;
  const { opened } = await db
    .selectFrom('terms_acceptances')
    .select(sql<number>`count(*)::int`.as('opened'))
    .where('accepted_at', '>', since)
    .executeTakeFirstOrThrow();
  return { mode, terms_version, terms_url, asked: await countSignUps(db, { since, max: most }), most, opened };
}

const signUpView =
  (now: Date) =>
  (row: SignUpRow): StaffReply<'inviteSignup'> => ({
    id: row.id,
    email: row.email,
    state: stateOf(row, now),
    invited_by: row.invited_by,
    asked_from: row.asked_from,
    account: row.account_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
  });

function stateOf({ outcome, expires_at }: SignUpRow, now: Date): OperatorReply<'inviteSignup'>['state'] {
  if (outcome !== null) return outcome;
  if (expires_at === null) return 'waiting';
  return expires_at > now ? 'sent' : 'expired';
}
