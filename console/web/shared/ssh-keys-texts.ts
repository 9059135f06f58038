/** Texts about ssh keys that several pages use. */

export const texts = {
  keyName: 'Name of the key',
  keyNameHint: '3 to 100 characters. Default: the comment at the end of the key.',
  keyText: 'Public key',
  keyTextHint: 'One line, such as ssh-ed25519 AAAA… A .pub file can be dropped here.',
  chooseFile: 'Choose a .pub file',
  privateKey: 'This is a private key. It was not sent. Give the public key, which is in the file that ends in .pub.',
  fileTooLarge: 'This file is too large for a public key.',
  saveKey: 'Add the key',
  cancelKey: 'Cancel',
} as const;
