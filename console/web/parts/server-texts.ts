/** Texts about server that several pages use. */

export const texts = {
  sshLabel: 'Copy the SSH command',
  noSsh: 'SSH reaches this server once it runs.',
} as const;
