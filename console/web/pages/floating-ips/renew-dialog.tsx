import type { FloatingIp } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { refetchFloatingIps } from '../../data/network.ts';
import { CYCLES } from '../../parts/cycles.ts';
import { Months } from '../../parts/months.tsx';
import { OrderDialog } from '../../shared/order-dialog.tsx';
import { showToast } from '../../shared/toast.tsx';
import { textOf } from './row.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that renews a floating IP for a number of months. */
export function RenewDialog({ floatingIp, onClose }: { floatingIp: FloatingIp; onClose: () => void }) {
  const [months, setMonths] = useState<number>(CYCLES.find((count) => count === floatingIp.billing_cycle) ?? 1);
  const text = textOf(floatingIp);
  const input = { ids: [floatingIp.id], billing_cycle: months } as Parameters<typeof client.renewFloatingIps>[0];
  return (
    <OrderDialog
      title={`${texts.renewTitle} ${text}`}
      operation="renewFloatingIps"
      input={input}
      quote={(payload, options) => client.renewFloatingIps({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.renewFloatingIps(payload, options)}
      label={texts.renewFor}
      plainLabel={texts.renew}
      onDone={({ status }) => {
        onClose();
        showToast('ok', status === 'paid' ? texts.renewed(text) : texts.renewWaits);
        void refetchFloatingIps();
      }}
      onClose={onClose}
    >
      {({ fields, clear }) => (
        <Months
          value={months}
          error={fields.billing_cycle ?? fields.ids}
          onChange={(value) => {
            setMonths(value);
            clear();
          }}
        />
      )}
    </OrderDialog>
  );
}
