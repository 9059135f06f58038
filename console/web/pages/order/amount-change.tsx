import type { Quote } from '@innkeeper/sdk/index';
import { priceOf } from '../../data/priced-act.ts';
import { useMe } from '../../data/session.ts';
import { Facts } from '../../parts/box.tsx';
import { formatMoney } from '../../parts/format.ts';
import { texts } from './texts.ts';

/** Shows the amount of an unpaid order before and after a change. Hidden while the change has no price. */
export function AmountChange({ before, quote }: { before: number; quote: Quote | undefined }) {
  const { currency } = useMe().installation;
  if (quote === undefined) return null;
  return (
    <Facts
      rows={[
        [texts.before, formatMoney(before, currency)],
        [texts.after, <b key="after">{formatMoney(priceOf(quote), currency)}</b>],
      ]}
    />
  );
}
