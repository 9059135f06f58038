/** Texts about links that several pages use. */

export const texts = {
  gone: 'This link was used or has expired, or the page was loaded again. Open the link of the mail once more, or ask for a new one.',
  toSignIn: 'Sign in',
  passwordHint: '10 to 128 characters, no common one.',
} as const;
