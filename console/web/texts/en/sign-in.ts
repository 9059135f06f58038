/** Texts of the sign-in. */
export const texts = {
  title: 'Sign in',
  passkey: 'Use a passkey',
  or: 'or',
  email: 'Email address',
  password: 'Password',
  continue: 'Continue',
  wrong: 'The email address or the password is wrong.',
  code: 'Code',
  codeHints: {
    totp: 'From your authenticator app, or a recovery code.',
    email: 'It was sent to your email address.',
  },
  verify: 'Sign in',
  back: 'Back',
  noPasskey: 'The passkey was not used.',
  reference: 'API reference',
} as const;
