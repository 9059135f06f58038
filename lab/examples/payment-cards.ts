import type { Chain } from '../chain.ts';
import type { GivenAccount } from '../given.ts';
import { givenSavedCard } from '../given-payments.ts';

interface CardScene {
  chain: Pick<Chain, 'db'>;
  owner: GivenAccount;
  call(operation: 'listPaymentCards' | 'deletePaymentCard', request?: { params: { id: number } }): Promise<unknown>;
}

/** Records the list of stored cards, and the removal of one. */
export async function recordPaymentCards({ chain, owner, call }: CardScene): Promise<void> {
  const id = await givenSavedCard(chain.db, owner);
  await call('listPaymentCards');
  await call('deletePaymentCard', { params: { id } });
}
