/** Texts about SSH keys. */
export const texts = {
  keyName: 'Name of the key',
  keyText: 'Public key',
  keyTextHint: 'One line, such as ssh-ed25519 AAAA…',
  saveKey: 'Add the key',
  cancelKey: 'Cancel',
} as const;
