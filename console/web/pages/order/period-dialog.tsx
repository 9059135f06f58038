import type { Order } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { rereadOrders } from '../../data/orders.ts';
import { usePricedAct } from '../../data/priced-act.ts';
import { FieldError, Segments } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { texts } from '../../texts/en/order.ts';
import { QuotedDialog } from './quoted-dialog.tsx';

const CYCLES = [1, 3, 6, 12, 24] as const;
type Cycle = (typeof CYCLES)[number];
type Input = Parameters<typeof client.changeRenewalPeriod>[0];

/** Changes the number of months that a line of an unpaid order renews its service for. */
export function PeriodDialog({ order, line, onClose }: { order: Order; line: Order['services'][number]; onClose: () => void }) {
  const current = line.service_billing_cycle;
  const [months, setMonths] = useState<Cycle | null>(CYCLES.find((cycle) => cycle === current) ?? null);
  const { service_type, service_id, service_minimum_billing_cycle: minimum } = line;
  const input: Input | undefined =
    months === null || months === current || service_type === null || service_id === null
      ? undefined
      : { id: order.id, service_type, service_id, billing_cycle: months };
  const act = usePricedAct(
    input,
    (asked: Input, options) => client.changeRenewalPeriod({ ...asked, dry_run: true }, options),
    async (asked: Input, options) => {
      await client.changeRenewalPeriod(asked, options);
      return true;
    },
  );
  return (
    <QuotedDialog
      title={
        <>
          {texts.periodTitle} <Name text={line.label} />
        </>
      }
      before={order.amount_with_vat}
      act={act}
      label={texts.periodPay}
      plainLabel={texts.changePeriod}
      refusal={input === undefined ? texts.samePeriod : undefined}
      call={{
        operation: 'changeRenewalPeriod',
        input: { id: order.id, service_type, service_id, billing_cycle: input?.billing_cycle },
      }}
      onDone={() => {
        void rereadOrders();
        onClose();
      }}
      onClose={onClose}
    >
      <p className="soft">{texts.periodWhat}</p>
      <Segments
        label={texts.periodMonths}
        value={String(months)}
        options={CYCLES.filter((cycle) => cycle >= (minimum ?? 1)).map((cycle) => ({
          value: String(cycle),
          label: cycle === 1 ? texts.months(1) : String(cycle),
        }))}
        onChange={(value) => {
          setMonths(CYCLES.find((cycle) => String(cycle) === value) ?? null);
          act.clear();
        }}
      />
      <FieldError>{act.fields.billing_cycle}</FieldError>
    </QuotedDialog>
  );
}
