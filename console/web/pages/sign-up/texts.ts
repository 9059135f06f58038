/** Texts of the pages that open an account. */

export const texts = {
  what: 'You get a mail with a link, which works once within 24 hours.',
  termsBefore: 'On these terms:',
  email: 'Email address',
  send: 'Send the link',
  sent: (email: string) => `A mail is on its way to ${email}. Open its link to go on.`,
  sentHint: 'No mail after some minutes? Look into the folder for spam, or send the link again.',
  sendAgain: 'Send it again',
  byInvitation: 'Accounts are opened by invitation of this host. Its mail has the link.',
  haveAccount: 'I have an account already',
} as const;
