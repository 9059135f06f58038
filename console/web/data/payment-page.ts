/** Pages of gateways, on which an order is paid. */
import { useCallback } from 'react';
import { useRouter } from '../router/router.tsx';

/** Orders by the reference of their payment in the sandbox, as far as this tab has opened its page. */
const opened = new Map<string, readonly number[]>();

/** Returns the reference of a payment if this URL is the sandbox's page of `origin`. Pure. */
export function referenceOf(url: string, origin: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin: other, pathname, hash } = new URL(url);
  return other === origin && pathname === '/sandbox' && hash.length > 1 ? hash.slice(1) : undefined;
}

/** Returns whether a browser may be sent to this URL. Pure. */
export const isWebPage = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Returns the act that leads to the page of a payment for these orders. */
export function useOpenPaymentPage(): (url: string, orderIds: readonly number[]) => void {
  const { navigate } = useRouter();
  return useCallback(
    (url, orderIds) => {
      const reference = referenceOf(url, location.origin);
      if (reference === undefined) {
        if (isWebPage(url)) location.assign(url);
        return;
      }
      opened.set(reference, orderIds);
      navigate(`/sandbox#${reference}`);
    },
    [navigate],
  );
}

/** Returns the orders of a payment whose page this tab has opened, or an empty list. */
export const ordersOfReference = (reference: string): readonly number[] => opened.get(reference) ?? [];
