import type { AccountSupportPlan } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { rereadSupportPlan } from '../../data/support-plans.ts';
import { Losses } from '../../parts/dialog.tsx';
import { Segments, TextField } from '../../parts/field.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { OrderDialog } from '../../parts/order-dialog.tsx';
import { texts } from '../../texts/en/support-plan.ts';

/** Cancels the support plan at the end of its paid time, or now with the refund of the rest. */
export function CancelDialog({ plan, onClose }: { plan: AccountSupportPlan; onClose: () => void }) {
  const isEndSet = plan.cancel_request !== null;
  const [when, setWhen] = useState<'end' | 'now'>(isEndSet ? 'now' : 'end');
  const [reason, setReason] = useState('');
  const isNow = when === 'now';
  const why = reason.trim();
  return (
    <OrderDialog
      title={texts.cancelTitle(plan.plan.name)}
      operation="cancelSupportPlan"
      input={{ now: isNow, ...(why !== '' && { reason: why }) }}
      quote={(asked, options) => client.cancelSupportPlan({ ...asked, dry_run: true }, options)}
      send={async (asked, options) => {
        await client.cancelSupportPlan(asked, options);
        return true;
      }}
      label={(amount, isRefund) => (isNow ? (isRefund ? texts.cancelNowRefund(amount) : texts.cancelNow) : texts.cancelAtEnd)}
      plainLabel={isNow ? texts.cancelNow : texts.cancelAtEnd}
      danger={isNow}
      hasReceipt={isNow}
      keep={texts.keep}
      onDone={() => {
        onClose();
        void rereadSupportPlan();
      }}
      onClose={onClose}
    >
      {({ fields, clear }) => (
        <>
          {!isEndSet && (
            <div>
              <Segments
                label={texts.when}
                value={when}
                options={[
                  {
                    value: 'end',
                    label: plan.expiry_at === null ? texts.atEndPlain : texts.atEnd(formatLongDay(plan.expiry_at)),
                  },
                  { value: 'now', label: texts.now },
                ]}
                onChange={(value) => {
                  setWhen(value);
                  clear();
                }}
              />
            </div>
          )}
          {isNow ? (
            <Losses
              rows={[
                ['clock', texts.lossPromise],
                ['coins', texts.lossRest],
              ]}
            />
          ) : (
            <p className="soft">{texts.atEndWhat}</p>
          )}
          <TextField
            label={texts.reason}
            error={fields.reason}
            value={reason}
            autoComplete="off"
            onChange={(event) => {
              setReason(event.target.value);
              clear();
            }}
          />
        </>
      )}
    </OrderDialog>
  );
}
