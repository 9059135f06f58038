/** Texts of the pages that links of mails open. */

export const texts = {
  joinTitle: 'Join an account',
  joinWhat: 'You were invited to an account. Joining shows your name and address to its members.',
  joinSignedIn: (email: string) => `You are signed in as ${email}.`,
  joinAs: 'Join with this user',
  haveUser: 'I have a user already',
  name: 'Your name',
  password: 'Password',
  join: 'Join',
  joined: (account: string, role: string) => `You are now a member of ${account}, with the role ${role}.`,
  open: 'Open the console',
} as const;
