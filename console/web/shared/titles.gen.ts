/** Made by `npm run gen`: the paths of the pages, and their titles, so that the navigation loads no texts of pages. */
export type PagePath =
  | '/'
  | '/account'
  | '/account/affiliate'
  | '/account/closing'
  | '/account/export'
  | '/audit-log'
  | '/balance'
  | '/copies'
  | '/deploy'
  | '/email-change'
  | '/enter'
  | '/firewalls'
  | '/firewalls/:id'
  | '/floating-ips'
  | '/invoices'
  | '/isos'
  | '/join'
  | '/orders'
  | '/orders/:id'
  | '/password'
  | '/profile'
  | '/sandbox'
  | '/security'
  | '/servers'
  | '/servers/:id'
  | '/servers/:id/access'
  | '/servers/:id/billing'
  | '/servers/:id/copies'
  | '/servers/:id/events'
  | '/servers/:id/media'
  | '/servers/:id/network'
  | '/servers/:id/protection'
  | '/servers/:id/protection/attacks/:attack'
  | '/servers/:id/screen'
  | '/servers/:id/usage'
  | '/sign-in'
  | '/sign-up'
  | '/sign-up/confirm'
  | '/ssh-keys'
  | '/support'
  | '/support/:id'
  | '/support/new'
  | '/support/plan'
  | '/team'
  | '/team/sign-in'
  | '/team/support-access'
  | '/tokens'
  | '/webhooks'
  | '/webhooks/:id';

export const titles = {
  '/': 'Overview',
  '/account': 'Account',
  '/audit-log': 'Audit log',
  '/balance': 'Balance',
  '/copies': 'Copies',
  '/deploy': 'Deploy a server',
  '/firewalls': 'Firewalls',
  '/floating-ips': 'Floating IPs',
  '/invoices': 'Invoices',
  '/isos': 'ISOs',
  '/orders': 'Orders',
  '/profile': 'Profile',
  '/sandbox': 'Payment in the sandbox',
  '/security': 'Security',
  '/servers': 'Servers',
  '/servers/:id': 'Overview',
  '/servers/:id/access': 'Access',
  '/servers/:id/billing': 'Billing',
  '/servers/:id/copies': 'Copies',
  '/servers/:id/events': 'Events',
  '/servers/:id/media': 'Media and rescue',
  '/servers/:id/network': 'Network',
  '/servers/:id/protection': 'Protection',
  '/servers/:id/screen': 'Screen',
  '/servers/:id/usage': 'Usage',
  '/sign-in': 'Sign in',
  '/ssh-keys': 'SSH keys',
  '/support': 'Support',
  '/support/new': 'New ticket',
  '/support/plan': 'Support plan',
  '/team': 'Team',
  '/team/sign-in': 'Company sign-in',
  '/team/support-access': 'Support access',
  '/tokens': 'Tokens',
  '/webhooks': 'Webhooks',
} as const satisfies Partial<Record<PagePath, string>>;
