import { insertSignOnRequest } from '@innkeeper/db/tables/user-identities';
import type { MutatingCx } from '@innkeeper/domain/context';
import { hashesOf } from '@innkeeper/domain/single-sign-on/secrets';
import { minutes } from '@innkeeper/model/clock';
import type { BegunSignOn } from '@innkeeper/present/identity-provider';
import type { PreparedSignOn } from './prepare.ts';

const WORKS_MS = minutes(10);

/** Stores the request, so that the browser can return within `WORKS_MS`. */
export async function redirect(
  cx: MutatingCx,
  { provider, secrets, url }: PreparedSignOn,
  {
    purpose,
    sessionId,
    secondFactor = false,
  }: { purpose: 'sign_in' | 'confirm' | 'test'; sessionId?: number; secondFactor?: boolean },
): Promise<BegunSignOn> {
  const now = cx.clock.now();
  const expiresAt = new Date(now.getTime() + WORKS_MS);
  const { stateHash, browserHash } = hashesOf(secrets);
  await insertSignOnRequest(cx.db, {
    provider_id: provider.id,
    purpose,
    state_hash: stateHash,
    browser_hash: browserHash,
    session_id: sessionId ?? null,
    second_factor: secondFactor,
    created_at: now,
    expires_at: expiresAt,
  });
  return { url, expiresAt, browser: secrets.browser };
}
