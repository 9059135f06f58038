import type { Chain } from '../chain.ts';
import type { GivenAccount } from '../given.ts';
import type { Recorder } from './recorder.ts';

/** Records tokens. Secrets are fixed, because they would change the examples with each run. */
export async function recordTokens({
  chain,
  owner,
  call,
  keep,
}: Recorder & { chain: Chain; owner: GivenAccount }): Promise<void> {
  const shown = { hint: 'ik_7Hq2', token: 'ik_7Hq2cV9bN4mXw8Rt5Yp3Lk6Jd1Gf0SaZx9vB3mKQ' };
  const body = { name: 'deploy script', abilities: ['read'], allowed_networks: ['203.0.113.0/24'], monthly_cap: 50 };
  const made = (await chain.call('createToken', { body }, owner)).body;
  keep('createToken', { body, reply: { ...made, ...shown } });
  const params = { id: made.id };
  const rotated = await chain.call('rotateToken', { params, body: { overlap_minutes: 10 } }, owner);
  keep('rotateToken', { params, body: { overlap_minutes: 10 }, reply: { ...rotated.body, ...shown } });
  const updated = await chain.call('updateToken', { params, body: { name: 'backup script' } }, owner);
  keep('updateToken', { params, body: { name: 'backup script' }, reply: { ...updated.body, hint: shown.hint } });
  const listed = (await chain.call('listTokens', { query: { per_page: 1 } }, owner)).body;
  const [first] = listed.data;
  keep('listTokens', {
    query: { per_page: 1 },
    reply: { ...listed, data: [{ ...first, hint: shown.hint, last_used_at: null, last_used_from: null }] },
  });
  await call('deleteToken', { params });
}
