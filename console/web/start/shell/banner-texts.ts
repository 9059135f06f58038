/** Texts about the state of the account. Only pages of a suspended or closing account have them. */

export const texts = {
  suspended: 'This account is suspended. Contact the support of your host.',
  openTicket: 'Open a ticket',
  closing: (day: string) => `This account is closed on ${day}. Its owner can undo this until then.`,
} as const;
