import type { Order as OrderOfApi } from '@innkeeper/sdk/index';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { explanationQuery, orderQuery } from '../../data/orders.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import { formatLongDay, formatMoney } from '../../parts/format.ts';
import { OrderTag } from '../../parts/order-state.tsx';
import { Time } from '../../parts/time.tsx';
import type { Params } from '../../router/match.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { InvoiceButtons } from '../../shared/invoice-buttons.tsx';
import { ORDER_TYPES } from '../../shared/orders-texts.ts';
import { Calculation } from './calculation.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import css from './page.module.css';
import { PayCard } from './pay-card.tsx';
import { PromoDialog } from './promo-dialog.tsx';
import { Services } from './services.tsx';
import { texts } from './texts.ts';
import { VatCard } from './vat-card.tsx';

export const path = '/orders/:id';
export const load = ({ id }: Params) => [
  queryClient.prefetchQuery(orderQuery(Number(id))),
  queryClient.prefetchQuery(explanationQuery(Number(id))),
];

/** Poll interval in milliseconds. Invoices have no events, and are created within minutes after the payment. */
const INVOICE_MS = 15_000;
const INVOICE_FOLLOWS_MS = 10 * 60_000;

/** Shows an order: its amount with the calculation, its payment, and its services. */
export function Page() {
  const id = useIdOfPath();
  const { data: order } = useSuspenseQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) => (state.data && awaitsInvoice(state.data) ? INVOICE_MS : false),
  });
  const { data: explanation } = useQuery(explanationQuery(id));
  useEffect(() => setTitle(texts.title(id)), [id]);
  const isUnpaid = order.status === 'awaiting_payment' || order.status === 'processing';
  return (
    <>
      <Head order={order} />
      {order.status_reason !== null && (
        <div className={css.note}>
          <Note tone="bad">{order.status_reason}</Note>
        </div>
      )}
      <div className={css.cols}>
        <div className={css.stack}>
          {isUnpaid && <PayCard order={order} />}
          {explanation && <Calculation order={order} explanation={explanation} />}
          <Services order={order} />
        </div>
        <div className={css.stack}>
          {explanation && <VatCard order={order} tax={explanation.tax} />}
          <PaymentFacts order={order} />
        </div>
      </div>
    </>
  );
}

/** Returns whether the invoice of a paid order is about to be created. */
function awaitsInvoice({ status, type, payment_date, invoices }: OrderOfApi): boolean {
  if (status !== 'paid' || type === 'deposit' || payment_date === null) return false;
  return invoices.every((invoice) => invoice.type !== 'original') && Date.now() - Date.parse(payment_date) < INVOICE_FOLLOWS_MS;
}

function Head({ order }: { order: OrderOfApi }) {
  const refusalOf = useRefusalOfAct();
  const [open, setOpen] = useState<'cancel' | 'promo'>();
  const isUnpaid = order.status === 'awaiting_payment' || order.status === 'processing';
  return (
    <div className={css.head}>
      <h1>{texts.title(order.id)}</h1>
      <span role="status">
        <OrderTag status={order.status} />
      </span>
      <span className="faint">
        {ORDER_TYPES[order.type]}, <Time at={order.created_at} format={formatLongDay} />
      </span>
      <span className="gap" />
      {order.invoices
        // A pro forma invoice of a paid order would only confuse.
        .filter(({ type }) => type !== 'proform' || isUnpaid)
        .map((invoice) => (
          <InvoiceButtons key={invoice.id} invoice={invoice} isNamed />
        ))}
      {(order.promo_applicable || (isUnpaid && order.promo !== null)) && (
        <Button refusal={refusalOf('updateOrder', order)} onPress={() => setOpen('promo')}>
          {order.promo === null ? texts.promo : texts.promoRemove}
        </Button>
      )}
      {isUnpaid && (
        <Button refusal={refusalOf('deleteOrder', order)} onPress={() => setOpen('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {open === 'cancel' && <CancelDialog order={order} onClose={() => setOpen(undefined)} />}
      {open === 'promo' && <PromoDialog order={order} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function PaymentFacts({ order }: { order: OrderOfApi }) {
  const { installation } = useMe();
  const money = (amount: number) => (amount === 0 ? null : formatMoney(amount, installation.currency));
  const { facts } = texts;
  const isPaid = order.payment_date !== null;
  return (
    <Card title={isPaid ? texts.payment : texts.order} padded>
      <div className={css.stack}>
        <Facts
          rows={[
            [facts.method, isPaid ? texts.methods[order.payment_method] : null],
            [
              facts.paidOn,
              isPaid && order.payment_date !== null ? <Time key="paid" at={order.payment_date} format={formatLongDay} /> : null,
            ],
            [facts.fromBalance, money(order.amount_from_balance)],
            [facts.refunded, money(order.amount_refunded_with_vat)],
            [facts.dueOn, !isPaid && order.due_at !== null ? <Time key="due" at={order.due_at} format={formatLongDay} /> : null],
            [facts.promo, order.promo === null ? null : texts.promoOf(order.promo.code, order.promo.percentage)],
          ]}
        />
        {awaitsInvoice(order) && <p className="faint">{texts.invoiceSoon}</p>}
      </div>
    </Card>
  );
}
