import type { AccountClosure as Shown } from '@innkeeper/contract/schemas/account-closure';
import type { AccountClosure } from '@innkeeper/operations/account-closure/get';
import { isoOrNull } from './time.ts';

export const presentAccountClosure = ({ closing_asked_at, closes_at, obstacles }: AccountClosure): Shown => ({
  status: closes_at === null ? 'open' : 'closing',
  asked_at: isoOrNull(closing_asked_at),
  closes_at: isoOrNull(closes_at),
  obstacles: obstacles.map(({ code, count }) => ({ code, count })),
});
