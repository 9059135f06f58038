/** Texts about SSH keys. */

export const texts = {
  title: 'SSH keys',
  empty: 'No keys yet. New servers accept the keys that you choose here.',
  add: 'Add a key',
  columns: { name: 'Name', fingerprints: 'Fingerprints', servers: 'Servers', acts: 'Acts' },
  acts: (name: string) => `Acts of ${name}`,
  servers: (count: number) => (count === 0 ? 'no server' : count === 1 ? '1 server' : `${count} servers`),
  foot: 'Keys that are added, changed or deleted here change no server that exists. Set the keys of a server on its page Access.',
  edit: 'Rename or replace',
  copyKey: 'Copy the public key',
  keyCopied: 'The public key is copied.',
  delete: 'Delete',
  editTitle: 'Rename or replace',
  save: 'Save',
  unchanged: 'Change the name or the key first.',
  serversKeepOld: (count: number) =>
    count === 1 ? 'The server that has this key keeps the old one.' : `The ${count} servers that have this key keep the old one.`,
  deleteTitle: 'Delete the key',
  deleteWhat: 'It can no longer be chosen for new servers.',
  noServer: 'No server has it.',
  serversKeep: (count: number) =>
    count === 1
      ? '1 server keeps it and still lets it log in, until you change its keys or reinstall it:'
      : `${count} servers keep it and still let it log in, until you change their keys or reinstall them:`,
  moreServers: (count: number) => `and ${count} more`,
} as const;
