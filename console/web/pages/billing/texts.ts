/** Texts of the page on the money of a server. */

export const texts = {
  title: 'Billing',
  paidUntil: (day: string) => `Paid until ${day}`,
  notPaid: 'Not paid yet',
  renewal: 'Renewal',
  automatic: (months: number) => `automatic, every ${months === 1 ? 'month' : `${months} months`}`,
  manual: 'by hand',
  cancelled: 'none, the server is cancelled',
  nextAmount: 'Next amount',
  withVat: (amount: string) => `${amount} with VAT`,
  promo: 'Promo code',
  orders: 'Waiting orders',
  order: (id: number) => `Order ${id}`,
  due: (day: string) => `to pay by ${day}`,
  processing: 'The payment is being decided.',

  plan: 'Plan',
  planNow: (name: string, vcpus: string, memory: string, disk: string) =>
    `Now ${name}: ${vcpus} vCPU, ${memory} GB of memory, ${disk} GB of disk.`,
  noPlans: 'There is no other plan for this server.',
  diskRule: (gb: string) => `Disks never shrink, so plans with less than ${gb} GB of disk are not listed.`,
  grow: (gb: string) => `Grow the disk to ${gb} GB`,
  growHint: 'A disk cannot be made smaller again. Without it, the server can go back to its present plan.',
  choosePlan: 'Choose a plan first.',
  scale: 'Scale',
  scaleFor: (amount: string, isRefund: boolean) => (isRefund ? `Scale, ${amount} go back` : `Scale for ${amount}`),
  scaled: 'The change is ordered and paid. Its steps are on top of this page.',

  addons: 'Addons',
  noAddons: 'This server has no addons.',
  available: 'Available',
  quantity: (count: number) => `${count} ×`,
  aMonth: (amount: string) => `${amount} a month`,
  nextBackup: (day: string) => `next backup ${day}`,
  endsOn: (day: string) => `ends on ${day}`,
  endsWithPeriod: 'ends at the end of its paid time',
  awaiting: 'Awaiting payment',
  add: 'Add',
  addOf: (name: string) => `Add ${name}`,
  number: 'Number',
  buyFor: (name: string, amount: string) => `Buy ${name} for ${amount}`,
  buy: (name: string) => `Buy ${name}`,
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  changeFor: (amount: string, isRefund: boolean) => (isRefund ? `Change, ${amount} go back` : `Change for ${amount}`),
  licence: 'Licence',
  until: 'It is paid until the server is, and then renewed with it.',
  cancelOf: (name: string) => `Cancel ${name}`,
  undoOf: (name: string) => `Undo the cancellation of ${name}`,

  end: 'End of the server',
  endWhat: 'A server that is cancelled runs until the end of its paid time.',
  cancel: 'Cancel',
  cancelTitle: 'Cancel',
  atEndWhat: 'The server runs until then. It is suspended afterwards, and its disk is deleted after the grace period.',
  undoUntil: (day: string) => `Nothing is refunded. Undo is possible until ${day}.`,
  undoUntilEnd: 'Nothing is refunded. Undo is possible until the server is ended.',
  lossStops: 'The server stops at once. Undo starts it again until the grace period is over.',
  lossDisk: (used: string, limit: string) => `Then its disk is deleted: ${used} GB of ${limit} GB are in use.`,
  lossDiskOf: (limit: string) => `Then its disk of ${limit} GB is deleted.`,
  lossAddresses: (count: number) =>
    count === 1 ? 'Its address is released and goes to others.' : `Its ${count} addresses are released and go to others.`,
  lossMoney: (day: string) => `Nothing is refunded for the time until ${day}.`,
  lossMoneyPlain: 'Nothing is refunded.',
  lastCopy: (day: string) => `The last copy of it is of ${day}.`,
  noCopy: 'There is no copy of it.',
  incomplete: 'Type the name first.',
  noReason: 'No reason given.',
  addonAtEndWhat: 'The addon stays until then. It can be undone until then.',
  addonNowWhat: 'The addon ends at once. The rest of its paid time goes back to the balance.',
  lossAddress: 'Its address is released and goes to others.',
  lossBackups: 'No further backups are taken.',
  endsAt: (day: string) => `This server is cancelled. It runs until ${day}.`,
  endsNow: 'This server is cancelled and suspended. It is ended after the grace period.',
  undo: 'Undo',
} as const;

/** Addons by key: a title, and a word for buttons. Licences of the catalogue are named by their key. */
const ADDONS: Record<string, readonly [title: string, short: string]> = {
  backups: ['Weekly backups', 'backups'],
  extra_ipv4: ['IPv4 address', 'IPv4 address'],
  extra_ipv4_ddos: ['IPv4 address with DDoS protection', 'IPv4 address'],
  extra_ipv6: ['IPv6 network', 'IPv6 network'],
  bandwidth: ['Traffic, TB a month', 'traffic'],
  microsoft_rds_sal: ['Remote Desktop Services, users', 'Remote Desktop Services'],
  microsoft_office_sal: ['Microsoft Office, users', 'Microsoft Office'],
};

/** Returns the title of an addon, and its name in a button. */
export function namesOfAddon(key: string): { title: string; short: string } {
  const [title, short] = (Object.hasOwn(ADDONS, key) ? ADDONS[key] : undefined) ?? [`Licence ${key}`, key];
  return { title, short };
}
