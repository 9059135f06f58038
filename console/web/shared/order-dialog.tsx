import type { OperationName, Quote } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import type { CallOptions } from '../data/act.ts';
import { type PricedAct, priceOf, usePricedAct } from '../data/priced-act.ts';
import { useMe } from '../data/session.ts';
import { FormFrame } from '../parts/form-frame.tsx';
import { formatMoney } from '../parts/format.ts';
import { CallDetails } from './call.tsx';
import css from './order-dialog.module.css';
import { exceedsBalance, PriceNotes, Receipt } from './receipt.tsx';
import { texts } from './receipt-texts.ts';

export interface OrderDialogProps<Input extends object, Output> {
  title: ReactNode;
  /** Input, or `undefined` while the form is incomplete. */
  input: Input | undefined;
  operation: OperationName;
  quote: (input: Input, options?: { signal: AbortSignal }) => Promise<Quote>;
  send: (input: Input, options: CallOptions) => Promise<Output>;
  /** Returns the label of the button with the amount. A refund is positive, with `isRefund`. */
  label: (amount: string, isRefund: boolean) => string;
  /** Label of the button while the price is unknown. */
  plainLabel: string;
  danger?: boolean;
  /** Reason why the form cannot be sent yet. */
  blockedReason?: string | undefined;
  paysAtOnce?: boolean;
  /** False for an act that neither costs nor refunds. */
  hasReceipt?: boolean;
  cancelLabel?: string;
  /** Fields of the form. */
  children?: (act: Pick<PricedAct<Output>, 'quote' | 'fields' | 'clear'>) => ReactNode;
  onDone: (output: Output) => void;
  onClose: () => void;
}

/** Shows an act with its receipt in a dialog. The button carries the amount. */
export function OrderDialog<Input extends object, Output>({
  title,
  input,
  operation,
  quote,
  send,
  label,
  plainLabel,
  danger = false,
  blockedReason,
  paysAtOnce = false,
  hasReceipt = true,
  cancelLabel,
  children,
  onDone,
  onClose,
}: OrderDialogProps<Input, Output>) {
  const { currency } = useMe().installation;
  const act = usePricedAct(input, quote, send);
  const { quote: price } = act;
  const amount = price === undefined ? 0 : priceOf(price);
  const refusal =
    blockedReason ??
    (price === undefined
      ? (act.priced.refusal?.sentence ?? texts.noPrice)
      : price.capacity !== 'ok'
        ? price.capacity
        : paysAtOnce && exceedsBalance(price)
          ? texts.depositFirst
          : undefined);
  const submit = async () => {
    const output = await act.run();
    if (output !== undefined) onDone(output);
  };
  return (
    <FormFrame
      title={title}
      button={price === undefined ? plainLabel : label(formatMoney(Math.abs(amount), currency), amount < 0)}
      kind={danger ? 'danger' : 'main'}
      refusal={refusal}
      busy={act.isRunning}
      cancel={cancelLabel}
      onSend={() => void submit()}
      onClose={onClose}
    >
      {children && (
        <div className={css.fields} inert={act.isUnknown || act.isRunning}>
          {children(act)}
        </div>
      )}
      {hasReceipt ? (
        <Receipt priced={act.priced} currency={currency} paysAtOnce={paysAtOnce}>
          <PriceNotes act={act} currency={currency} />
        </Receipt>
      ) : (
        <PriceNotes act={{ ...act, refusal: act.refusal ?? act.priced.refusal }} currency={currency} />
      )}
      {input !== undefined && <CallDetails call={{ operation, input: Object.fromEntries(Object.entries(input)) }} />}
    </FormFrame>
  );
}
