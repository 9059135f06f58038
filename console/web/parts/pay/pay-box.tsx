import type { Order, OrderSummary } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { balanceQuery } from '../../data/balance.ts';
import { client } from '../../data/client.ts';
import { paymentMethodsQuery, sumOf, takeOrders } from '../../data/orders.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { texts } from '../../texts/en/pay.ts';
import { Note } from '../box.tsx';
import { Button } from '../button.tsx';
import { CallDetails } from '../call.tsx';
import { formatMoney } from '../format.ts';
import { RefusalNote } from '../refusal-note.tsx';
import { MethodChoice } from './method-choice.tsx';
import { chooseMethod, type MethodKey, offerMethods } from './methods.ts';
import css from './pay.module.css';

export interface PayBoxProps {
  /** Orders that await payment. All are paid together, or none. */
  orders: readonly OrderSummary[];
  /** Called with the orders after the API has taken the payment. A page of a gateway may still be on its way. */
  onPaid: (orders: readonly Order[]) => void;
}

/** Pays orders from the balance, or by a method of the host. The amount is read again before. */
export function PayBox({ orders, onPaid }: PayBoxProps) {
  const { installation } = useMe();
  const { data: methods } = useQuery(paymentMethodsQuery);
  const { data: balance } = useQuery(balanceQuery);
  const [picked, setPicked] = useState<MethodKey>();
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
  const input = { order_ids: orders.map(({ id }) => id), ...(method !== undefined && { payment_method: method }) };

  const send = async () => {
    if (!pay.isUnknown) {
      setChanged(undefined);
      const now = await reread.run(input.order_ids);
      if (now === undefined) return;
      const isGone = now.some(({ status }) => status !== 'awaiting_payment');
      if (isGone || sumOf(now) !== amount) {
        setChanged(isGone ? texts.gone : texts.changed(money(amount), money(sumOf(now))));
        await takeOrders(now);
        return;
      }
    }
    const paid = await pay.run(input);
    if (paid === undefined) return;
    await takeOrders(paid.data);
    onPaid(paid.data);
  };
  return (
    <div className={css.box}>
      <div inert={pay.isUnknown}>
        <MethodChoice
          offered={offered}
          value={method}
          error={pay.refusal?.fields.payment_method}
          onChange={(key) => {
            setPicked(key);
            pay.clear();
          }}
        />
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
