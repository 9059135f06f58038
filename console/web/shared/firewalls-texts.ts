/** Texts about firewalls that several pages use. */

export const texts = {
  acts: (name: string) => `Acts of ${name}`,
  states: { active: 'In effect', applying: 'Being applied' },
  rename: 'Rename',
  newName: 'New name',
  nameHint: '1 to 100 characters.',
  save: 'Save',
  unchanged: 'Change the name first.',
  delete: 'Delete',
  deleteTitle: 'Delete the firewall',
  deleteLoss: (rules: number) =>
    rules === 0 ? 'It has no rules.' : rules === 1 ? 'Its rule is lost.' : `Its ${rules} rules are lost.`,
  deleteNoServer: 'No server has it, so no traffic changes.',
  applied: (names: string) => `It is applied to ${names}. Remove it there first.`,
  templates: { ssh: 'SSH', web: 'Web', ping: 'Ping' },
  templateWhat: { ssh: 'TCP 22', web: 'TCP 80 and 443, UDP 443', ping: 'ICMP and ICMPv6' },
  forNewServers: 'Apply it to each new server before its first boot',
  closesSshWhenApplied: (address: string) => `This closes SSH for your address ${address} on each server that gets it.`,
} as const;
