import type { Order } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { refetchOrders } from '../../data/orders.ts';
import { CYCLES } from '../../parts/cycles.ts';
import { FieldError, Segments } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { OrderDialog } from '../../shared/order-dialog.tsx';
import { AmountChange } from './amount-change.tsx';
import { texts } from './texts.ts';

type Cycle = (typeof CYCLES)[number];
type Input = Parameters<typeof client.changeRenewalPeriod>[0];

/** Shows the dialog that changes the number of months for which a line of an unpaid order renews its service. */
export function PeriodDialog({ order, line, onClose }: { order: Order; line: Order['services'][number]; onClose: () => void }) {
  const current = line.service_billing_cycle;
  const [months, setMonths] = useState<Cycle | null>(CYCLES.find((cycle) => cycle === current) ?? null);
  const { service_type, service_id, service_minimum_billing_cycle: minimum } = line;
  const input: Input | undefined =
    months === null || months === current || service_type === null || service_id === null
      ? undefined
      : { id: order.id, service_type, service_id, billing_cycle: months };
  return (
    <OrderDialog
      title={
        <>
          {texts.periodTitle} <Name text={line.label} />
        </>
      }
      operation="changeRenewalPeriod"
      input={input}
      quote={(payload, options) => client.changeRenewalPeriod({ ...payload, dry_run: true }, options)}
      send={async (payload, options) => {
        await client.changeRenewalPeriod(payload, options);
        return true;
      }}
      label={texts.periodPay}
      plainLabel={texts.changePeriod}
      blockedReason={input === undefined ? texts.samePeriod : undefined}
      hasReceipt={false}
      onDone={() => {
        void refetchOrders();
        onClose();
      }}
      onClose={onClose}
    >
      {({ quote, fields, clear }) => (
        <>
          <p className="soft">{texts.periodWhat}</p>
          <div>
            <Segments
              label={texts.periodMonths}
              value={String(months)}
              options={CYCLES.filter((cycle) => cycle >= (minimum ?? 1)).map((cycle) => ({
                value: String(cycle),
                label: cycle === 1 ? texts.months(1) : String(cycle),
              }))}
              onChange={(value) => {
                setMonths(CYCLES.find((cycle) => String(cycle) === value) ?? null);
                clear();
              }}
            />
          </div>
          <FieldError>{fields.billing_cycle}</FieldError>
          <AmountChange before={order.amount_with_vat} quote={quote} />
        </>
      )}
    </OrderDialog>
  );
}
