import type { Order, OrderSummary } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { balanceQuery } from '../../data/balance.ts';
import { client } from '../../data/client.ts';
import { cacheOrders, paymentMethodsQuery, sumOf } from '../../data/orders.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatMoney } from '../../parts/format.ts';
import { MethodChoice } from '../../parts/pay/method-choice.tsx';
import { chooseMethod, type MethodKey, offerMethods } from '../../parts/pay/methods.ts';
import css from '../../parts/pay/pay.module.css';
import { StoreCard } from '../../parts/pay/store-card.tsx';
import { CallDetails } from '../call.tsx';
import { texts } from '../pay-texts.ts';
import { RefusalNote } from '../refusal-note.tsx';

export interface PayBoxProps {
  /** Orders that await payment. Either all of them are paid, or none. */
  orders: readonly OrderSummary[];
  /** Called with the orders after the API has accepted the payment. The page of a gateway may still be pending. */
  onPaid: (orders: readonly Order[]) => void;
}

/**
 * Shows the form that pays orders with the balance or another payment method. The orders are refetched before the payment. If their amount
 * or status changed, nothing is paid.
 */
export function PayBox({ orders, onPaid }: PayBoxProps) {
  const { installation } = useMe();
  const { data: methods } = useQuery(paymentMethodsQuery);
  const { data: balance } = useQuery(balanceQuery);
  const [picked, setPicked] = useState<MethodKey>();
  const [isStoring, setStoring] = useState(false);
  const [changed, setChanged] = useState<string>();
  const pay = useAct((input: Parameters<typeof client.payOrders>[0], options) => client.payOrders(input, options));
  const reread = useAct((ids: readonly number[]) => Promise.all(ids.map((id) => client.getOrder({ id }))));
  const roleRefusal = useRefusalOfAct()('payOrders');
  if (methods === undefined || balance === undefined) return null;

  const money = (amount: number) => formatMoney(amount, installation.currency);
  const amount = sumOf(orders);
  const hasDeposit = orders.some(({ type }) => type === 'deposit');
  const available = balance.balance + balance.balance_limit;
  const offered = offerMethods({ methods, amount, hasDeposit, available, money });
  const method = picked ?? chooseMethod(offered, orders);
  const refusal = roleRefusal ?? (method === undefined ? texts.none : offered.find(({ key }) => key === method)?.refusal);
  const savesCard = methods.find(({ key }) => key === method)?.saves_card === true;
  const input = {
    order_ids: orders.map(({ id }) => id),
    ...(method !== undefined && { payment_method: method }),
    ...(savesCard && isStoring && { store_card: true }),
  };

  const send = async () => {
    if (!pay.isUnknown) {
      setChanged(undefined);
      const now = await reread.run(input.order_ids);
      if (now === undefined) return;
      const isGone = now.some(({ status }) => status !== 'awaiting_payment');
      if (isGone || sumOf(now) !== amount) {
        setChanged(isGone ? texts.gone : texts.changed(money(amount), money(sumOf(now))));
        await cacheOrders(now);
        return;
      }
    }
    const paid = await pay.run(input);
    if (paid === undefined) return;
    await cacheOrders(paid.data);
    onPaid(paid.data);
  };
  return (
    <div className={css.box}>
      <div className={css.box} inert={pay.isUnknown}>
        <MethodChoice
          offered={offered}
          value={method}
          error={pay.refusal?.fields.payment_method}
          onChange={(key) => {
            setPicked(key);
            pay.clear();
          }}
        />
        {savesCard && (
          <StoreCard
            checked={isStoring}
            error={pay.refusal?.fields.store_card}
            onChange={(isChecked) => {
              setStoring(isChecked);
              pay.clear();
            }}
          />
        )}
      </div>
      {changed !== undefined && (
        <Note tone="busy" icon="coins" alert>
          {changed}
        </Note>
      )}
      {pay.isUnknown ? (
        <Note tone="bad" alert>
          {texts.sameAgain}
        </Note>
      ) : (
        <RefusalNote refusal={pay.refusal ?? reread.refusal} />
      )}
      <Button kind="main" icon="coins" refusal={refusal} busy={pay.isRunning || reread.isRunning} onPress={() => void send()}>
        {texts.pay(money(amount))}
      </Button>
      <CallDetails call={{ operation: 'payOrders', input }} />
    </div>
  );
}
