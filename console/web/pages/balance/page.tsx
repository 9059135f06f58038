import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { balanceQuery, daysCovered, transactionsQuery } from '../../data/balance.ts';
import { paymentMethodsQuery } from '../../data/orders.ts';
import { usePages } from '../../data/pages.ts';
import { queryClient } from '../../data/query.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { formatDay, formatMoney } from '../../parts/format.ts';
import { describeRenewalCover } from '../../parts/renewal-cover.ts';
import { useNow } from '../../parts/time.tsx';
import { BillingTabs } from '../../shared/billing-tabs.tsx';
import { StoredCards } from './cards.tsx';
import { paymentCardsQuery } from './data.ts';
import { DepositForm } from './deposit.tsx';
import { Movements } from './movements.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/balance';
export const load = () => [
  queryClient.prefetchQuery(balanceQuery),
  queryClient.prefetchQuery(paymentMethodsQuery),
  queryClient.prefetchQuery(paymentCardsQuery),
  queryClient.prefetchInfiniteQuery(transactionsQuery),
];

/** Shows the balance and the renewals that it covers, takes deposits, and lists all movements. */
export function Page() {
  const { data: balance } = useSuspenseQuery(balanceQuery);
  const movements = usePages(transactionsQuery, { awaited: true });
  useEffect(() => setTitle(texts.title), []);
  const money = (amount: number) => formatMoney(amount, balance.currency);
  const now = useNow(60_000);
  const { facts } = texts;
  const { last_deposit: last } = balance;
  return (
    <div className={css.page}>
      <h1>{texts.title}</h1>
      <BillingTabs />
      <div className={css.cols}>
        <Card title={texts.now} padded>
          <div className={css.stack}>
            <p className={css.amount}>{money(balance.balance)}</p>
            <p className={daysCovered(balance, now) < 7 ? css.low : 'soft'}>{describeRenewalCover(balance, now)}</p>
            <Facts
              rows={[
                [facts.expenses, money(balance.estimated_expenses)],
                [facts.shortfall, balance.covered_until === null ? null : money(balance.shortfall)],
                [facts.limit, balance.balance_limit > 0 ? money(balance.balance_limit) : null],
                [facts.last, last === null ? null : texts.last(money(last.amount), formatDay(last.payment_date))],
              ]}
            />
            {balance.unconfirmed_bitcoin_deposits.map(({ tx_hash, amount }) => (
              <Note key={tx_hash} tone="busy" icon="clock">
                {texts.unconfirmed(money(amount))}
              </Note>
            ))}
          </div>
        </Card>
        <DepositForm balance={balance} />
      </div>
      <StoredCards />
      <Movements list={movements} currency={balance.currency} />
    </div>
  );
}
