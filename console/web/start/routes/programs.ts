/** Routes of the pages for tokens, webhooks, the audit log and the account. */
import { lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';
import { prefetch } from '../prefetch.ts';

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
    load: () => [tokens.load(), prefetch(({ loadTokens }) => loadTokens())],
  },
  {
    path: '/webhooks',
    ...webhooks,
    load: () => [webhooks.load(), prefetch(({ loadWebhooks }) => loadWebhooks())],
  },
  {
    path: '/webhooks/:id',
    ...webhook,
    load: ({ id }) => [webhook.load(), prefetch(({ loadWebhook }) => loadWebhook(Number(id)))],
  },
  {
    path: '/audit-log',
    ...auditLog,
    load: (_params, search) => [auditLog.load(), prefetch(({ loadEntries }) => loadEntries(search))],
  },
  {
    path: '/account',
    ...billing,
    load: () => [billing.load(), prefetch(({ loadBilling }) => loadBilling())],
  },
  {
    path: '/account/affiliate',
    ...affiliate,
    load: () => [affiliate.load(), prefetch(({ loadAffiliate }) => loadAffiliate())],
  },
  { path: '/account/export', ...exportPage },
  { path: '/account/closing', ...closing },
];
