import type { OperatorReply, OperatorResult } from '@innkeeper/contract/operator/all';
import { countSignUps, type SignUpRow, signUpSettings } from '@innkeeper/db/tables/sign-up';
import { days } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

export async function rulesView({ db, clock, settings }: OperatorCx): Promise<OperatorReply<'showSignup'>> {
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

export const signUpView =
  (now: Date) =>
  (row: SignUpRow): OperatorResult<'inviteSignup'> => ({
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
