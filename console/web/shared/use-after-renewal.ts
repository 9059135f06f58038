import type { Order } from '@innkeeper/sdk/index';
import { useRouter } from '../router/router.tsx';
import { texts } from './renew-texts.ts';
import { showToast } from './toast.tsx';

/** Returns a function that follows a renewal: a notice if it is paid, or the page of the unpaid order. */
export function useAfterRenewal(): (order: Pick<Order, 'id' | 'status'>) => void {
  const { navigate } = useRouter();
  return ({ id, status }) => {
    if (status === 'paid') showToast('ok', texts.done);
    else navigate(`/orders/${id}`);
  };
}
