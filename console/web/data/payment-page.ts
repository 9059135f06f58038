/** Opens payment pages of gateways. */
import { useCallback } from 'react';
import { useRouter } from '../router/router.tsx';

/** Orders by the reference of their sandbox payment, for pages that this tab has opened. */
const opened = new Map<string, readonly number[]>();

/** Returns the payment reference in the URL of the sandbox page of `origin`, or `undefined` for any other URL. Pure. */
export function referenceOf(url: string, origin: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin: other, pathname, hash } = new URL(url);
  return other === origin && pathname === '/sandbox' && hash.length > 1 ? hash.slice(1) : undefined;
}

/** Returns whether the URL is valid and has the scheme `http` or `https`. Pure. */
export const isWebPage = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Returns a function that opens the payment page of these orders. */
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
