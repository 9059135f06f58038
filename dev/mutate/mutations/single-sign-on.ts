import { mutationsOf } from '../mutation.ts';

const SIGN_IN = ['lab/slices/single-sign-on/sign-in.test.ts'];
const HOSTILE = ['lab/slices/single-sign-on/hostile.test.ts'];
const REQUESTS = ['engine/openid/request-provider.test.ts'];
const PROVIDER = ['lab/slices/single-sign-on/provider.test.ts'];

/** Mutations of sign-in through a company's identity provider. */
export const SINGLE_SIGN_ON = [
  ...mutationsOf('engine/openid/client.ts', HOSTILE, [
    ['ID tokens are verified', '    openid.enableNonRepudiationChecks(config);\n', ''],
    ['a browser is sent to no script', 'if (refusal !== undefined) throw', 'if (refusal === url.href) throw'],
    ['keys are fetched again for a token of a new one', 'age >= KEYS_STALE_MS ? STALE_SECONDS : 0', '0'],
  ]),
  ...mutationsOf('engine/openid/request-provider.ts', HOSTILE, [
    ['a reply of a provider has an end', 'readBody(reply, MAX_BYTES)', 'readBody(reply, 1e9)'],
    ['a redirect of a provider is a failure', 'if (isRedirect(status)) {', 'if (false as boolean) {', REQUESTS],
  ]),
  ...mutationsOf('operations/single-sign-on/complete.ts', HOSTILE, [
    ['a browser comes back once', '!(await takeSignOnRequest(cx.db, checked.request.id, cx.clock.now()))', 'false'],
  ]),
  ...mutationsOf('operations/single-sign-on/check.ts', HOSTILE, [
    ['a browser comes back within minutes', 'request.expires_at > now', 'request.expires_at'],
  ]),
  ...mutationsOf('operations/single-sign-on/complete.ts', SIGN_IN, [
    ['another person confirms nothing', 'identity?.user_id !== actor.userId', 'identity === undefined'],
    ['what is confirmed is new', '!isFresh(claims, request.created_at)', 'false'],
    [
      'what a provider says of a second factor is not trusted by itself',
      'const challenge = twice ? undefined',
      'const challenge = provider ? undefined',
    ],
  ]),
  ...mutationsOf('domain/single-sign-on/identify.ts', SIGN_IN, [
    [
      'an administrator does not become the owner',
      "if (member?.role === 'owner' && !known?.linked_by_user) return { refused: 'owner' };",
      '',
    ],
    ['who was erased meanwhile does not join', '.email !== user.email)', '.email === null)'],
    ['who was removed does not come back', "if (!invitation && wasHere) return { refused: 'removed' };", ''],
  ]),
  ...mutationsOf('http/guards/single-sign-on.ts', SIGN_IN, [
    ['a session of a provider is for its account', 'if (caller) refuseProviderSession(caller);', ''],
  ]),
  ...mutationsOf('operations/single-sign-on/put.ts', PROVIDER, [
    ['another provider forgets who users were', 'if (before && !same) await', 'if (before && same) await'],
    ['a provider is tested before it counts', 'if (enabled && !(same && before.tested_at !== null))', 'if (enabled && !before)'],
  ]),
];
