import type { Mail } from '@innkeeper/db/tables/mails';

export function mailView({ id, created_at, account_id, address, template, sent_at, failed_at, tries, next_try_at, error }: Mail) {
  const state: 'waiting' | 'sent' | 'failed' = sent_at ? 'sent' : failed_at ? 'failed' : 'waiting';
  const next = state === 'waiting' ? next_try_at : null;
  return { id, created_at, account: account_id, address, template, state, tries, next_try_at: next, error };
}
