/** Texts of the pages that links of mails open. */

export const texts = {
  emailTitle: 'Change of the email address',
  emailWhat: 'The address changes once the links of both mails were used: of the new and of the current address.',
  confirm: 'Confirm the change',
  stop: 'Stop the change',
  emailDone: 'The address is changed.',
  emailHalf: 'This link is confirmed. The change takes effect once the link of the other mail is used.',
  emailStopped: 'The change is stopped. The address stays as it is.',
} as const;
