/** Texts about firewalls. */

export const texts = {
  title: 'Firewalls',
  empty: 'No firewall: servers receive every packet.',
  create: 'New firewall',
  columns: { name: 'Name', rules: 'Rules', servers: 'Servers', state: 'State', acts: 'Acts' },
  isDefault: 'new servers',
  noServer: 'no server',
  servers: (count: number) => (count === 1 ? '1 server' : `${count} servers`),
  moreServers: (count: number) => `and ${count} more`,
  foot: 'A server with a firewall receives only packets that one of its firewalls allows. A server without one receives all packets.',

  createWhat: 'It has no effect until it is applied to servers.',
  name: 'Name',
  allow: 'Let in',
} as const;
