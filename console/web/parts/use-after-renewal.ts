import type { Order } from '@innkeeper/sdk/index';
import { useRouter } from '../router/router.tsx';
import { texts } from '../texts/en/renew.ts';
import { showToast } from './toast.tsx';

/** Returns what follows a renewal: a word about one that is paid, or the page of the order that waits for its payment. */
export function useAfterRenewal(): (order: Pick<Order, 'id' | 'status'>) => void {
  const { navigate } = useRouter();
  return ({ id, status }) => {
    if (status === 'paid') showToast('ok', texts.done);
    else navigate(`/orders/${id}`);
  };
}
