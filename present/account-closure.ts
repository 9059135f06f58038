import type { AccountClosure as Shown } from '@innkeeper/contract/schemas/account-closure';
import type { AccountClosing } from '@innkeeper/db/tables/account-closing';
import type { Obstacle } from '@innkeeper/model/people/account-closing';
import { isoOrNull } from './time.ts';

export interface AccountClosure extends AccountClosing {
  obstacles: readonly Obstacle[];
}

export const presentAccountClosure = ({ closing_asked_at, closes_at, obstacles }: AccountClosure): Shown => ({
  status: closes_at === null ? 'open' : 'closing',
  asked_at: isoOrNull(closing_asked_at),
  closes_at: isoOrNull(closes_at),
  obstacles: obstacles.map(({ code, count }) => ({ code, count })),
});
