/** Texts about sign in that several pages use. */

export const texts = {
  againTitle: 'Sign in again',
  again: (email: string) => `Your sign-in has ended. Sign in as ${email}, and this page goes on where it stopped.`,
  againByCompany: (email: string) =>
    `Your sign-in has ended. Sign in by your company as ${email}, and this page goes on where it stopped.`,
  companyTab: 'Company sign-on in a new tab',
  leave: 'Leave this page',
} as const;
