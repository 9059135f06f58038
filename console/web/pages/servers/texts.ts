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
