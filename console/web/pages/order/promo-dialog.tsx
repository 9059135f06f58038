import type { Order } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { cacheOrders } from '../../data/orders.ts';
import { TextField } from '../../parts/text-field.tsx';
import { fields as rules } from '../../rules/fields/updateOrder.gen.ts';
import { OrderDialog } from '../../shared/order-dialog.tsx';
import { AmountChange } from './amount-change.tsx';
import { texts } from './texts.ts';

interface Input {
  id: number;
  /** Promo code. `null` removes the code. */
  promo_code: string | null;
}

/** Shows the dialog that applies a promo code to an unpaid order, or removes the current code. */
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
  return (
    <OrderDialog
      title={isRemoval ? texts.promoRemoveTitle(present) : texts.promoTitle}
      operation="updateOrder"
      input={input}
      quote={(payload, options) => client.updateOrder({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.updateOrder(payload, options)}
      label={isRemoval ? texts.promoRemovePay : texts.promoPay}
      plainLabel={isRemoval ? texts.promoRemove : texts.promoTitle}
      blockedReason={input === undefined ? texts.enterCode : undefined}
      hasReceipt={false}
      onDone={(changed) => {
        void cacheOrders([changed]);
        onClose();
      }}
      onClose={onClose}
    >
      {({ quote, fields, clear }) => (
        <>
          <p className="soft">{texts.promoWhat}</p>
          {!isRemoval && (
            <TextField
              label={texts.promo}
              error={fields.promo_code}
              rule={rules.promo_code}
              sent={typed || undefined}
              value={code}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setCode(event.target.value);
                clear();
              }}
            />
          )}
          <AmountChange before={order.amount_with_vat} quote={quote} />
        </>
      )}
    </OrderDialog>
  );
}
