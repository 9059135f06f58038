import type { Order, SupportPlan } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { Segments } from '../../parts/field.tsx';
import { OrderDialog } from '../../shared/order-dialog.tsx';
import { texts } from './texts.ts';

/** Offered numbers of months. */
const CYCLES = [1, 3, 6, 12, 24];

interface Dialog {
  onDone: (order: Order) => void;
  onClose: () => void;
}

/** Shows the dialog that orders a support plan. */
export function PurchaseDialog({ plan, onDone, onClose }: Dialog & { plan: SupportPlan }) {
  const [months, setMonths] = useState(1);
  return (
    <OrderDialog
      title={texts.order(plan.name)}
      operation="purchaseSupportPlan"
      input={{ plan: plan.key, billing_cycle: months }}
      quote={(payload, options) => client.purchaseSupportPlan({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.purchaseSupportPlan(payload, options)}
      label={(amount) => texts.orderFor(plan.name, amount)}
      plainLabel={texts.order(plan.name)}
      onDone={onDone}
      onClose={onClose}
    >
      {({ clear }) => <Months value={months} onChange={setMonths} onChanged={clear} />}
    </OrderDialog>
  );
}

/** Shows the dialog that renews the support plan of the account. */
export function RenewDialog({ name, cycle, onDone, onClose }: Dialog & { name: string; cycle: number }) {
  const [months, setMonths] = useState(CYCLES.includes(cycle) ? cycle : 1);
  return (
    <OrderDialog
      title={texts.renewTitle(name)}
      operation="renewSupportPlan"
      input={{ billing_cycle: months }}
      quote={(payload, options) => client.renewSupportPlan({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.renewSupportPlan(payload, options)}
      label={texts.renewFor}
      plainLabel={texts.renew}
      onDone={onDone}
      onClose={onClose}
    >
      {({ clear }) => <Months value={months} onChange={setMonths} onChanged={clear} />}
    </OrderDialog>
  );
}

function Months({
  value,
  onChange,
  onChanged,
}: {
  value: number;
  onChange: (months: number) => void;
  /** Also called on each change, because another number has another price. */
  onChanged: () => void;
}) {
  return (
    <div>
      <Segments
        label={texts.months}
        value={String(value)}
        options={CYCLES.map((count) => ({ value: String(count), label: texts.month(count) }))}
        onChange={(months) => {
          onChange(Number(months));
          onChanged();
        }}
      />
    </div>
  );
}
