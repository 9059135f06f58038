import type { Order } from '@innkeeper/sdk/index';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { cacheOrders } from '../../data/orders.ts';
import { useOpenPaymentPage } from '../../data/payment-page.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/field.tsx';
import { formatLongDay, formatMoney } from '../../parts/format.ts';
import { useRouter, useSearch } from '../../router/router.tsx';
import { PayBox } from '../../shared/pay/pay-box.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';
import { TransferDetails } from './transfer-details.tsx';

/** A payment page usually appears within seconds. After this time the person can choose another method. */
const SLOW_MS = 20_000;

/** Shows the card that pays an order, and opens the payment page of the gateway. */
export function PayCard({ order }: { order: Order }) {
  const { installation } = useMe();
  const openPage = useOpenPaymentPage();
  const opening = useOpening(order);
  const money = (amount: number) => formatMoney(amount, installation.currency);
  if (order.status === 'processing') {
    return (
      <Card title={texts.payment} padded>
        <Note tone="busy">{texts.processing}</Note>
      </Card>
    );
  }
  const { payment_url: url, payment_information: transfer, payment_failure: failure, due_at } = order;
  const isUnderWay = url !== null || transfer !== null || opening.isOpening;
  const isPageExpected = opening.isOpening && !opening.isSlow;
  const pay = <PayBox orders={[order]} onPaid={(paid) => opening.begin(paid.map(({ id }) => id))} />;
  const due = order.type === 'deposit' ? texts.depositDue : texts.due;
  return (
    <Card title={texts.payment} padded>
      <div className={css.stack}>
        {due_at !== null && <p>{due(money(order.amount_with_vat), formatLongDay(due_at))}</p>}
        {failure !== null && (!isUnderWay || opening.isSlow) && (
          <Note tone="bad" alert>
            {failure}
          </Note>
        )}
        {opening.isOpening && (
          <Note tone="busy" icon="clock">
            {texts.opening} {opening.isSlow && texts.slow}
          </Note>
        )}
        {url !== null && (
          <>
            <Note tone="busy" icon="coins">
              {texts.pageOpen}
            </Note>
            <div>
              <Button kind="main" icon="external-link" onPress={() => openPage(url, opening.ids)}>
                {texts.goToPage}
              </Button>
            </div>
          </>
        )}
        {transfer !== null && <TransferDetails information={transfer} />}
        {isUnderWay
          ? !isPageExpected && (
              <details className={css.other}>
                <summary>{texts.otherMethod}</summary>
                {pay}
              </details>
            )
          : pay}
        {order.type !== 'deposit' && <AutoPay order={order} />}
      </div>
    </Card>
  );
}

/**
 * Follows an order whose payment page was requested, here or on the previous page, which names the orders of the payment in the URL. The
 * payment page is opened once, as soon as it exists.
 */
function useOpening(order: Order) {
  const { pay } = useSearch();
  const { navigate } = useRouter();
  const openPage = useOpenPaymentPage();
  const [requestedIds, setRequestedIds] = useState<readonly number[] | undefined>(() => readIds(pay));
  const [isSlow, setSlow] = useState(false);
  const ids = useRef<readonly number[]>(requestedIds ?? [order.id]);
  const { id, payment_url: url, payment_information: transfer, payment_failure: failure, status } = order;
  // A gateway may decide before its page is opened. The message of an earlier failure does not belong to this payment.
  const failureBefore = useRef(failure);
  const hasFailed = failure !== null && failure !== failureBefore.current;
  const isSettled = url !== null || transfer !== null || status !== 'awaiting_payment' || hasFailed;
  useEffect(() => {
    if (pay !== undefined) navigate(`/orders/${id}`, { replace: true });
  }, [pay, id, navigate]);
  useEffect(() => {
    if (requestedIds === undefined) return undefined;
    if (isSettled) {
      setRequestedIds(undefined);
      setSlow(false);
      if (url !== null) openPage(url, requestedIds);
      return undefined;
    }
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [requestedIds, isSettled, url, openPage]);
  return {
    isOpening: requestedIds !== undefined,
    isSlow,
    ids: ids.current,
    begin: (orders: readonly number[]) => {
      ids.current = orders;
      failureBefore.current = failure;
      setSlow(false);
      setRequestedIds(orders);
    },
  };
}

/** Reads order ids from the URL: `7,8`. */
function readIds(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined;
  const ids = text.split(',').map(Number).filter(Number.isSafeInteger);
  return ids.length === 0 ? undefined : ids;
}

/** Shows the checkbox that pays the order from the balance as soon as the balance covers it. */
function AutoPay({ order }: { order: Order }) {
  const refusal = useRefusalOfAct()('updateOrder', order);
  const act = useAct((auto_pay: boolean, options) => client.updateOrder({ id: order.id, auto_pay }, options));
  const change = async (isOn: boolean) => {
    const changed = await act.run(isOn);
    if (changed !== undefined) await cacheOrders([changed]);
  };
  return (
    <div>
      <label className={css.check}>
        <Choice
          type="checkbox"
          checked={order.auto_pay}
          aria-disabled={refusal !== undefined || act.isRunning || undefined}
          aria-description={refusal ?? texts.autoPayHint}
          onChange={(event) => {
            if (refusal === undefined) void change(event.target.checked);
          }}
        />
        <span>
          {texts.autoPay}
          <small>{refusal ?? texts.autoPayHint}</small>
        </span>
      </label>
      <RefusalNote refusal={act.refusal} />
    </div>
  );
}
