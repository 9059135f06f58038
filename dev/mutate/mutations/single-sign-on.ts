import { mutationsOf } from '../mutation.ts';

const SIGN_IN = ['lab/slices/single-sign-on/sign-in.test.ts'];
const HOSTILE = ['lab/slices/single-sign-on/hostile.test.ts'];
const REQUESTS = ['engine/openid/request-provider.test.ts'];
const PROVIDER = ['lab/slices/single-sign-on/provider.test.ts'];

/** Mutations of sign-in through a company's identity provider. */
export const SINGLE_SIGN_ON = [
  ...mutationsOf('engine/openid/client.ts', HOSTILE, [
    ['the signatures of ID tokens are verified', '    openid.enableNonRepudiationChecks(config);\n', ''],
    ['a browser is not redirected to a forbidden URL', 'if (refusal !== undefined) throw', 'if (refusal === url.href) throw'],
    ['signing keys are fetched again for a token with a new key', 'age >= KEYS_STALE_MS ? STALE_SECONDS : 0', '0'],
  ]),
  ...mutationsOf('engine/openid/request-provider.ts', HOSTILE, [
    ['the size of a reply of an identity provider is limited', 'readBody(reply, MAX_BYTES)', 'readBody(reply, 1e9)'],
    ['a redirect of an identity provider is an error', 'if (isRedirect(status)) {', 'if (false as boolean) {', REQUESTS],
  ]),
  ...mutationsOf('operations/single-sign-on/complete.ts', HOSTILE, [
    [
      'a single sign-on can be completed only once',
      '!(await takeSignOnRequest(cx.db, checked.request.id, cx.clock.now()))',
      'false',
    ],
  ]),
  ...mutationsOf('operations/single-sign-on/check.ts', HOSTILE, [
    ['a single sign-on must be completed within minutes', 'request.expires_at > now', 'request.expires_at'],
  ]),
  ...mutationsOf(
    'model/openid/judge.ts',
    ['model/openid/judge.test.ts', ...HOSTILE],
    [
      [
        'an unverified address counts only if the account trusts it',
        'if (!emailVerified && !trustEmail)',
        'if (trustEmail && !emailVerified)',
      ],
    ],
  ),
  ...mutationsOf('operations/single-sign-on/complete.ts', SIGN_IN, [
    ['single sign-on as a different user confirms nothing', 'identity?.user_id !== actor.userId', 'identity === undefined'],
    ['a confirmation requires a new sign-in at the identity provider', '!isFresh(claims, request.created_at)', 'false'],
    [
      'a second factor at the identity provider counts only if the account trusts it',
      'const challenge = hasSecondFactor ? undefined',
      'const challenge = provider ? undefined',
    ],
  ]),
  ...mutationsOf('domain/single-sign-on/identify.ts', SIGN_IN, [
    [
      'single sign-on does not sign in an owner who has not linked the identity',
      "if (member?.role === 'owner' && !known?.linked_by_user) return { refused: 'owner' };",
      '',
    ],
    ['a user who is erased during single sign-on does not join', '.email !== user.email)', '.email === null)'],
    ['a removed member cannot return by single sign-on', "if (!invitation && wasHere) return { refused: 'removed' };", ''],
  ]),
  ...mutationsOf('http/guards/single-sign-on.ts', SIGN_IN, [
    ['a single sign-on session cannot use operations beyond its account', 'if (caller) refuseProviderSession(caller);', ''],
  ]),
  ...mutationsOf('operations/single-sign-on/put.ts', PROVIDER, [
    ['a change of identity provider removes the linked identities', 'if (before && !same) await', 'if (before && same) await'],
    [
      'an identity provider must be tested before it is enabled',
      'if (enabled && !(same && before.tested_at !== null))',
      'if (enabled && !before)',
    ],
  ]),
];
