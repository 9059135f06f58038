/** Texts of the pages that links of mails open. */

export const texts = {
  passwordTitle: 'Set a new password',
  passwordWhat: 'The new password ends all sign-ins and takes effect at once.',
  newPassword: 'New password',
  setPassword: 'Set the password',
  passwordDone: 'The password is set. Sign in with it.',
  resetTitle: 'Forgotten password',
  resetWhat: 'If a user has this address, a link to set a new password is sent there.',
  email: 'Email address',
  send: 'Send the link',
  sent: 'If a user has this address, the link is on its way. It works once.',
} as const;
