/** Texts of the page. */

export const texts = {
  title: 'Access',
  ssh: 'SSH',
  keys: 'SSH keys',
  keysWhat: 'These keys may log in. A change takes effect at once if the agent of the guest answers, otherwise at the next boot.',
  noKeys: 'The account has no SSH keys yet.',
  setKeys: 'Set keys',
  addKey: 'Add a key',
  keysDone: 'The keys are being set.',
  password: 'Password of root',
  newPassword: 'New password',
  passwordHint: '6 to 128 characters.',
  generate: 'Generate',
  reboot: 'Reboot now, so that it takes effect in any case',
  setPassword: 'Set the password',
  passwordDone: 'The password is being set. Copy it now: it is not shown again.',
  copyPassword: 'Copy the password',
} as const;
