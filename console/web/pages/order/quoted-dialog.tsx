import type { ReactNode } from 'react';
import type { PricedAct } from '../../data/priced-act.ts';
import { useMe } from '../../data/session.ts';
import { Facts, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CallDetails, type CallOfAct } from '../../parts/call.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatMoney } from '../../parts/format.ts';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { texts } from '../../texts/en/order.ts';
import { texts as partTexts } from '../../texts/en/parts.ts';
import css from './order.module.css';

export interface QuotedDialogProps<Output> {
  title: ReactNode;
  /** Amount of the order today, with VAT. */
  before: number;
  act: PricedAct<Output>;
  /** Label of the button with the new amount. */
  label: (amount: string) => string;
  /** Label of the button while there is no price. */
  plainLabel: string;
  /** Sentence that says why the act is impossible. */
  refusal?: string | undefined;
  call: CallOfAct;
  children: ReactNode;
  onDone: (output: Output) => void;
  onClose: () => void;
}

/** Changes an unpaid order. It shows the amount before and after, and the button has the amount that will be paid. */
export function QuotedDialog<Output>(props: QuotedDialogProps<Output>) {
  const { title, before, act, label, plainLabel, refusal, call, children, onDone, onClose } = props;
  const { installation } = useMe();
  const money = (amount: number) => formatMoney(amount, installation.currency);
  const { quote, isCurrent, refusal: quoteRefusal } = act.priced;
  const isPriced = quote !== undefined && isCurrent && quoteRefusal === undefined;
  const send = async () => {
    if (refusal !== undefined || !isPriced) return;
    const output = await act.run();
    if (output !== undefined) onDone(output);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void send()}
      feet={
        <>
          <Button onPress={onClose}>{partTexts.cancel}</Button>
          <Button
            kind="main"
            type="submit"
            busy={act.isRunning || (refusal === undefined && !isPriced && quoteRefusal === undefined)}
            refusal={refusal ?? quoteRefusal?.sentence}
          >
            {isPriced ? label(money(quote.amount_with_vat)) : plainLabel}
          </Button>
        </>
      }
    >
      <div className={css.fields} inert={act.isUnknown}>
        {children}
      </div>
      {isPriced && (
        <Facts
          rows={[
            [texts.before, money(before)],
            [texts.after, <b key="after">{money(quote.amount_with_vat)}</b>],
          ]}
        />
      )}
      {act.changed && (
        <Note tone="busy" icon="coins" alert>
          {texts.changed(money(act.changed.before), money(act.changed.now))}
        </Note>
      )}
      {act.isUnknown ? (
        <Note tone="bad" alert>
          {texts.sameAgain}
        </Note>
      ) : (
        <RefusalNote refusal={act.refusal ?? quoteRefusal} />
      )}
      <CallDetails call={call} />
    </Dialog>
  );
}
