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
    totp: 'A code of your authenticator app, or a recovery code.',
    email: 'It was sent to your email address.',
  },
  verify: 'Sign in',
  back: 'Back',
  forgotten: 'Forgotten password',
  openAccount: 'Open an account',
  singleSignOn: 'Company sign-on',
  singleSignOnHint: 'The domain of your address tells your company’s provider.',
  goToProvider: 'Go to your provider',
  returning: 'Signing in by your company',
  reference: 'API reference',
} as const;
