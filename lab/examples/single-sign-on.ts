import type { OperationName } from '@innkeeper/contract/operations';
import type { Answer, CallInput, Lab } from '../app.ts';
import { givenAccount } from '../given.ts';
import { ORIGIN } from '../given-sessions.ts';
import { CLIENT, givenIdentityProvider } from '../given-single-sign-on.ts';
import { openKit, signOnHeaders } from '../slices/single-sign-on/kit.ts';
import type { Recorder } from './recorder.ts';

const STATE = 'Zk2vQJ8nq0fWmXo3rT1yHc7eLb5dUaPs9gKxViNtBwE';
const KEY = 'q3Zt0kWqYb1N8rX3vPm7Lc';
const ISSUER = 'https://login.example.com';
const URL_SHOWN = `${ISSUER}/authorize?response_type=code&client_id=innkeeper&scope=openid%20email%20profile&state=${STATE}`;

/** Records single sign-on. Random values and the provider's address are fixed, because they would change the examples with each run. */
export async function recordSingleSignOn({ keep }: Recorder, lab: Lab): Promise<void> {
  const owner = await givenAccount(lab.db);
  const call = async (name: OperationName, input: CallInput, headers: Record<string, string>): Promise<Answer> => {
    const answer = await lab.call(name, input, { headers });
    if (answer.status >= 400) throw new Error(`${name} was refused: ${answer.text}`);
    return answer;
  };
  const asOwner = { authorization: `Bearer ${owner.token}` };
  const body = { issuer: ISSUER, client_id: CLIENT.id, client_secret: 'lqX0aR7oM2', domains: ['example.com'] };
  const made = await call('putIdentityProvider', { body }, asOwner);
  keep('putIdentityProvider', { body, reply: shown(made.body) });
  keep('verifyIdentityDomains', { reply: shown((await call('verifyIdentityDomains', {}, asOwner)).body) });
  keep('getIdentityProvider', { reply: shown((await call('getIdentityProvider', {}, asOwner)).body) });
  await call('deleteIdentityProvider', {}, asOwner);
  keep('deleteIdentityProvider', {});
  await recordVisit({ keep }, lab, owner);
}

/** Records a visit with a separate provider and an API that may call it, over the same database. */
async function recordVisit({ keep }: Pick<Recorder, 'keep'>, lab: Lab, { accountId }: { accountId: number }): Promise<void> {
  const kit = await openKit({ database: { ...lab, close: async () => {} } });
  try {
    const { provider } = kit;
    await givenIdentityProvider(lab.db, { accountId, issuer: provider.issuer, domain: 'example.com', default_role: 'technical' });
    provider.person = { sub: '7', email: 'grace@example.com', email_verified: true, name: 'Grace Example' };
    const begun = await kit.lab.call(
      'beginSingleSignOn',
      { body: { email: 'grace@example.com' } },
      { headers: { origin: ORIGIN } },
    );
    const redirect = { ...begun.body, url: URL_SHOWN };
    keep('beginSingleSignOn', { body: { email: 'grace@example.com' }, reply: redirect });
    const back = await provider.visit(begun.body.url);
    const done = await kit.lab.call('completeSingleSignOn', { body: back }, { headers: signOnHeaders(begun) });
    const session = { ...done.body.session, last_used_from: '203.0.113.7', user_agent: 'Mozilla/5.0 (X11; Linux x86_64)' };
    keep('completeSingleSignOn', {
      body: { state: STATE, code: 'SplxlOBeZQQYbYS6WxSbIA', iss: ISSUER },
      reply: { ...done.body, session },
    });
    keep('confirmBySingleSignOn', { body: {}, reply: redirect });
    keep('testIdentityProvider', { reply: redirect });
  } finally {
    await kit.close();
  }
}

function shown(reply: Answer['body']): object {
  const { identity_provider: provider } = reply;
  const domains = provider.domains.map((domain: object) => ({
    ...domain,
    record_value: `innkeeper-domain=${STATE.slice(0, 32)}`,
  }));
  return { identity_provider: { ...provider, sign_in_key: KEY, domains } };
}
