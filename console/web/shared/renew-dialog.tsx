import type { Order } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../data/client.ts';
import { CYCLES } from '../parts/cycles.ts';
import { Months } from '../parts/months.tsx';
import { Names } from '../parts/names.tsx';
import { TextField } from '../parts/text-field.tsx';
import { fields as rules } from '../rules/fields/renewServers.gen.ts';
import { OrderDialog } from './order-dialog.tsx';
import { texts } from './renew-texts.ts';

/** Maximum number of servers in one renewal. */
export const MAX_RENEWED = rules.server_ids.maxItems;

/** Shows the dialog that renews servers with one order, and one price for all. */
export function RenewDialog({
  servers,
  onDone,
  onClose,
}: {
  /** Servers, from 1 to `MAX_RENEWED`. */
  servers: readonly { id: number; hostname: string; billing_cycle: number }[];
  onDone: (order: Order) => void;
  onClose: () => void;
}) {
  const [months, setMonths] = useState<number>(CYCLES.find((count) => count === servers[0]?.billing_cycle) ?? 1);
  const [promo, setPromo] = useState('');
  const code = promo.trim();
  const input = {
    server_ids: servers.map(({ id }) => id),
    billing_cycle: months,
    ...(code === '' ? {} : { promo_code: code }),
  };
  return (
    <OrderDialog
      title={
        <>
          {texts.renew} <Names names={servers.map(({ hostname }) => hostname)} />
        </>
      }
      operation="renewServers"
      input={input as Parameters<typeof client.renewServers>[0]}
      quote={(payload, options) => client.renewServers({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.renewServers(payload, options)}
      label={texts.renewFor}
      plainLabel={texts.renew}
      onDone={onDone}
      onClose={onClose}
    >
      {({ fields, clear }) => (
        <>
          <Months
            value={months}
            onChange={(value) => {
              setMonths(value);
              clear();
            }}
          />
          <TextField
            label={texts.promo}
            error={fields.promo_code ?? fields.billing_cycle ?? fields.server_ids}
            rule={rules.promo_code}
            sent={code || undefined}
            value={promo}
            autoComplete="off"
            onChange={(event) => {
              setPromo(event.target.value);
              clear();
            }}
          />
        </>
      )}
    </OrderDialog>
  );
}
