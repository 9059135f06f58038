/** Texts about sign up that several pages use. */

export const texts = {
  title: 'Open an account',
  terms: (version: string) => `Terms of service, version ${version}`,
  closed: 'No accounts are opened at the moment.',
} as const;
