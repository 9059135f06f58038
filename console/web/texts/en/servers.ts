/** Texts of the list of servers, and the words of a server's state. */
export const texts = {
  title: 'Servers',
  deploy: 'Deploy a server',
  views: { all: 'All', attention: 'Need attention', expiring: 'Expire soon', stopped: 'Stopped' },
  viewsLabel: 'View',
  filter: 'Name, address, or plan:small state:stopped',
  filterLabel: 'Filter',
  columns: {
    name: 'Name',
    state: 'State',
    address: 'Address',
    plan: 'Plan',
    until: 'Paid until',
    price: 'A month',
    acts: 'Acts',
  },
  chooseAll: 'Choose all servers of this view',
  choose: (name: string) => `Choose ${name}`,
  acts: (name: string) => `Acts of ${name}`,
  shown: (shown: number, all: number) => (shown === all ? `${all} in all` : `${shown} of ${all}`),
  amounts: (currency: string) => `Amounts in ${currency} without VAT`,
  cut: (count: number) => `The list shows the first ${count} servers.`,
  empty: 'No server yet. Choose an image and a plan to start one.',
  noMatch: 'No server matches this view and filter.',
  clear: 'Clear filter',
} as const;

/** Words of a server's state. */
export const STATE_WORDS = {
  awaiting_payment: 'Awaiting payment',
  processing: 'Building',
  suspended: 'Suspended',
  terminated: 'Ended',
  absent: 'Not built',
  booting: 'Booting',
  running: 'Running',
  stopped: 'Stopped',
  crashed: 'Crashed',
  interrupted: 'Host restarts',
  unreachable: 'Unreachable',
  stalled: 'Paused',
  rescue: 'Rescue mode',
  noNetwork: 'No network',
  underAttack: 'under attack',
  cancelled: 'cancelled',
} as const;

/** Titles of operations on a server. */
export const ACT_TITLES = {
  startServer: 'Start',
  restartServer: 'Restart',
  stopServer: 'Stop',
  powerOffServer: 'Power off',
  openConsole: 'Open screen',
  createSnapshot: 'Take a snapshot',
  renewServers: 'Renew',
  updateServerHostname: 'Rename',
} as const;
