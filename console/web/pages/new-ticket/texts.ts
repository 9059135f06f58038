/** Texts of tickets: their list, a new one, and the thread of one. */

export const texts = {
  title: 'New ticket',
  subject: 'Subject',
  subjectHint: 'One line that says what is wrong.',
  department: 'Department',
  chooseDepartment: 'Choose a department',
  departmentFirst: 'Choose a department first.',
  service: 'Related server',
  noService: 'None',
  message: 'Message',
  messageHint: 'Say what you did, what you expected, and what happened instead. Never send a password.',
  open: 'Open the ticket',
  draft: 'Your text stays in this browser until you send it. Files do not.',
  next: 'What happens next',
  promise: (time: string, name: string) => `Your plan ${name} promises an answer within ${time}.`,
  noPlan: 'Without a support plan there is no promised time of an answer.',
  plans: 'See the support plans',
  mailed: 'The answer is mailed to you. It also appears here as soon as it is written.',
} as const;
