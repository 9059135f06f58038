/** Texts about server that several pages use. */

export const texts = {
  tabs: 'Server',
  power: 'Power',
  rename: 'Rename',
  newName: 'New name',
  saveName: 'Rename',
  renameHint: 'The guest takes the name over at once if its agent answers, otherwise at its next boot.',
  rebootNow: 'Reboot now if the agent does not answer',
  planOf: (name: string, vcpus: string, memory: string, disk: string) => `${name}, ${vcpus} vCPU, ${memory} GB, ${disk} GB`,
  lastFailed: (title: string, reason: string) => `${title} failed: ${reason}`,
} as const;
