/** Pages for programs, records, and the account. Their data modules are loaded with them. */
import { lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';

const tokens = lazyPage(async () => (await import('../../pages/tokens/tokens.tsx')).Tokens);
const webhooks = lazyPage(async () => (await import('../../pages/webhooks/webhooks.tsx')).Webhooks);
const webhook = lazyPage(async () => (await import('../../pages/webhooks/webhook.tsx')).WebhookPage);
const auditLog = lazyPage(async () => (await import('../../pages/audit-log/audit-log.tsx')).AuditLog);
const billing = lazyPage(async () => (await import('../../pages/account/billing.tsx')).Billing);
const affiliate = lazyPage(async () => (await import('../../pages/account/affiliate.tsx')).Affiliate);
const exportPage = lazyPage(async () => (await import('../../pages/account/export.tsx')).Export);
const closing = lazyPage(async () => (await import('../../pages/account/closing.tsx')).Closing);

export const PROGRAM_ROUTES: readonly Route[] = [
  {
    path: '/tokens',
    ...tokens,
    load: () => [tokens.load(), import('../../data/tokens.ts').then(({ loadTokens }) => loadTokens())],
  },
  {
    path: '/webhooks',
    ...webhooks,
    load: () => [webhooks.load(), import('../../data/webhooks.ts').then(({ loadWebhooks }) => loadWebhooks())],
  },
  {
    path: '/webhooks/:id',
    ...webhook,
    load: ({ id }) => [webhook.load(), import('../../data/webhooks.ts').then(({ loadWebhook }) => loadWebhook(Number(id)))],
  },
  {
    path: '/audit-log',
    ...auditLog,
    load: (_params, search) => [
      auditLog.load(),
      import('../../pages/audit-log/entries.ts').then(({ loadEntries }) => loadEntries(search)),
    ],
  },
  {
    path: '/account',
    ...billing,
    load: () => [billing.load(), import('../../pages/account/load.ts').then(({ loadBilling }) => loadBilling())],
  },
  {
    path: '/account/affiliate',
    ...affiliate,
    load: () => [affiliate.load(), import('../../pages/account/load.ts').then(({ loadAffiliate }) => loadAffiliate())],
  },
  { path: '/account/export', ...exportPage },
  { path: '/account/closing', ...closing },
];
