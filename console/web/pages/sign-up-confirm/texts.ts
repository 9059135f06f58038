/** Texts of the pages that open an account. */

export const texts = {
  toSignIn: 'Sign in',
  gone: 'This link was used or has expired, or the page was loaded again. Open the link of the mail once more, or ask for a new one.',
  newLink: 'Ask for a new link',
  name: 'Your name',
  country: 'Country',
  chooseCountry: 'Choose a country',
  vat: (percent: string) => `VAT of ${percent} % is added to prices.`,
  noVat: 'No VAT is added to prices.',
  password: 'Password',
  passwordHint: '10 to 128 characters, no common one.',
  acceptBefore: 'I accept the',
  incomplete: 'Choose a country and accept the terms first.',
  open: 'Open the account',
  opened: (email: string) => `The account is open. Sign in as ${email}.`,
} as const;
