import type { Order } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { takeOrders } from '../../data/orders.ts';
import { usePricedAct } from '../../data/priced-act.ts';
import { TextField } from '../../parts/field.tsx';
import { texts } from '../../texts/en/order.ts';
import { QuotedDialog } from './quoted-dialog.tsx';

interface Input {
  id: number;
  /** `null` removes the code. */
  promo_code: string | null;
}

/** Uses a promo code for an unpaid order, or removes the one that it has. */
export function PromoDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const present = order.promo?.code;
  const [code, setCode] = useState('');
  const typed = code.trim();
  const isRemoval = present !== undefined;
  const input: Input | undefined = isRemoval
    ? { id: order.id, promo_code: null }
    : typed === ''
      ? undefined
      : { id: order.id, promo_code: typed };
  const act = usePricedAct(
    input,
    (asked: Input, options) => client.updateOrder({ ...asked, dry_run: true }, options),
    (asked: Input, options) => client.updateOrder(asked, options),
  );
  return (
    <QuotedDialog
      title={isRemoval ? texts.promoRemoveTitle(present) : texts.promoTitle}
      before={order.amount_with_vat}
      act={act}
      label={isRemoval ? texts.promoRemovePay : texts.promoPay}
      plainLabel={isRemoval ? texts.promoRemove : texts.promoTitle}
      refusal={input === undefined ? texts.enterCode : undefined}
      call={{ operation: 'updateOrder', input: { id: order.id, promo_code: input?.promo_code } }}
      onDone={(changed) => {
        void takeOrders([changed]);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="soft">{texts.promoWhat}</p>
      {!isRemoval && (
        <TextField
          label={texts.promo}
          error={act.fields.promo_code}
          value={code}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setCode(event.target.value);
            act.clear();
          }}
        />
      )}
    </QuotedDialog>
  );
}
