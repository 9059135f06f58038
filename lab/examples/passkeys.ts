import type { Answer, Lab } from '../app.ts';
import { openAuthenticator } from '../authenticator.ts';
import { givenAccount } from '../given.ts';
import { browserHeaders, givenPassword, givenSession } from '../given-sessions.ts';
import type { Recorder } from './recorder.ts';

/** Address of the API of the walkthrough. */
const PAGE = 'https://api.example.com';
const ID = 'sL39APyTmisrjh11vghsqg';
const HANDLE = 'kQ0iJxJuNzB1kWcZ2Y2tqv0bBvhVPvXy8a4sN1aJm7k';
const CLIENT_DATA = 'eyJ0eXBlIjoid2ViYXV0aG4iLCJjaGFsbGVuZ2UiOiJ3VVNOSjVBQm5MaVRJb3hjU0sta05RalpiMWJFRWNIZlo0ZUxoSFFLaEF3In0';
const NEW = {
  ...{ id: ID, rawId: ID, type: 'public-key' },
  response: {
    clientDataJSON: CLIENT_DATA,
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
    transports: ['internal'],
  },
};
const USED = {
  ...{ id: ID, rawId: ID, type: 'public-key' },
  response: {
    ...{ clientDataJSON: CLIENT_DATA, authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ' },
    ...{ signature: 'MEUCIQDx5YqXnLFZYBGcWGUnKvM0hnQpCGXw4F8w', userHandle: HANDLE },
  },
};

/** Records adding a passkey and signing in with it. Random values are fixed, because they would change the examples with each run. */
export async function recordPasskeys({ keep }: Recorder, lab: Lab): Promise<void> {
  const user = await givenAccount(lab.db);
  await givenPassword(lab.db, user);
  const { headers } = await givenSession(lab.db, user);
  const authenticator = openAuthenticator();
  const creation = ok(await lab.call('createPasskeyOptions', {}, { headers }));
  keep('createPasskeyOptions', { reply: shownOptions(creation.body) });
  const credential = authenticator.create(creation.body.public_key, { origin: PAGE });
  const made = ok(await lab.call('createPasskey', { body: { name: 'laptop', credential } }, { headers }));
  keep('createPasskey', { body: { name: 'laptop', credential: NEW }, reply: made.body });
  const params = { id: made.body.id };
  const named = ok(await lab.call('updatePasskey', { params, body: { name: 'work laptop' } }, { headers }));
  keep('updatePasskey', { params, body: { name: 'work laptop' }, reply: named.body });
  const asked = ok(await lab.call('createConfirmOptions', {}, { headers }));
  keep('createConfirmOptions', { reply: shownOptions(asked.body) });
  const options = ok(await lab.call('createSignInOptions'));
  keep('createSignInOptions', { body: {}, reply: shownOptions(options.body) });
  const used = authenticator.get(options.body.public_key, { origin: PAGE });
  const signedIn = ok(await lab.call('createPasskeySession', { body: { credential: used } }));
  const session = { ...signedIn.body, last_used_from: '203.0.113.7', user_agent: 'Mozilla/5.0 (X11; Linux x86_64)' };
  keep('createPasskeySession', { body: { credential: USED }, reply: session });
  const browser = browserHeaders(/session=([\w-]+)/.exec(String(signedIn.headers['set-cookie']))?.[1] ?? '');
  const listed = ok(await lab.call('listPasskeys', {}, { headers: browser })).body;
  keep('listPasskeys', {
    reply: { ...listed, data: listed.data.map((one: object) => ({ ...one, last_used_from: '203.0.113.7' })) },
  });
  ok(await lab.call('deletePasskey', { params }, { headers: browser }));
  keep('deletePasskey', { params });
}

function ok(answer: Answer): Answer {
  if (answer.status >= 400) throw new Error(`it was refused: ${answer.text}`);
  return answer;
}

/** Returns options with the challenge and the names that the document uses elsewhere. */
function shownOptions({ public_key: asked, expires_at }: Answer['body']): object {
  const shown = { ...asked, challenge: 'wUSNJ5ABnLiTIoxcSK-kNQjZb1bEEcHfZ4eLhHQKhAw' };
  const known = (one: object) => ({ ...one, id: ID });
  if (asked.user) shown.user = { id: HANDLE, name: 'ada@example.com', displayName: 'ada@example.com' };
  if (asked.allowCredentials) shown.allowCredentials = asked.allowCredentials.map(known);
  return { public_key: shown, expires_at };
}
