import type { FloatingIp } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { floatingIpPlansQuery, refetchFloatingIps } from '../../data/network.ts';
import { useMe } from '../../data/session.ts';
import { FieldError, Stepper } from '../../parts/field.tsx';
import { formatMoney } from '../../parts/format.ts';
import { Months } from '../../parts/months.tsx';
import { fields as rules } from '../../rules/fields/purchaseFloatingIps.gen.ts';
import { OrderDialog } from '../../shared/order-dialog.tsx';
import { showToast } from '../../shared/toast.tsx';
import css from './page.module.css';
import { textOf } from './row.tsx';
import { ServerChoice } from './server-choice.tsx';
import { texts } from './texts.ts';

type Input = Parameters<typeof client.purchaseFloatingIps>[0];

/** Fields of the order by key of the plan. */
const FIELDS: Readonly<Record<string, 'ipv4' | 'ipv4_ddos' | 'ipv6'>> = {
  'floating-ipv4': 'ipv4',
  'floating-ipv4-ddos': 'ipv4_ddos',
  'floating-ipv6': 'ipv6',
};

/** Returns the maximum number of a plan in one order. */
function maxOf(id: string): number {
  const field = FIELDS[id];
  return field === undefined ? 0 : rules[field].max;
}

/** Shows the dialog that buys floating IPs, and attaches them if a server is chosen. */
export function BuyDialog({ onClose }: { onClose: () => void }) {
  const { data: plans } = useSuspenseQuery(floatingIpPlansQuery);
  const { currency } = useMe().installation;
  const [counts, setCounts] = useState<Record<string, number>>(() => ({
    [plans.find(({ id, available }) => available && Object.hasOwn(FIELDS, id))?.id ?? '']: 1,
  }));
  const [months, setMonths] = useState(1);
  const [serverId, setServerId] = useState<number | null>(null);
  const chosen = plans.flatMap(({ id }) => {
    const field = FIELDS[id];
    const count = counts[id] ?? 0;
    return field === undefined || count === 0 ? [] : [[field, count] as const];
  });
  const input =
    chosen.length === 0
      ? undefined
      : ({
          ...Object.fromEntries(chosen),
          billing_cycle: months,
          ...(serverId === null ? {} : { server_id: serverId }),
        } as Input);
  return (
    <OrderDialog
      title={texts.buy}
      operation="purchaseFloatingIps"
      input={input}
      quote={(payload, options) => client.purchaseFloatingIps({ ...payload, dry_run: true }, options)}
      send={async (payload, options) => (await client.purchaseFloatingIps(payload, options)).data}
      label={texts.buyFor}
      plainLabel={texts.buyPlain}
      blockedReason={input === undefined ? texts.chooseCount : undefined}
      onDone={(bought) => {
        onClose();
        showToast('ok', describe(bought));
        void refetchFloatingIps();
      }}
      onClose={onClose}
    >
      {({ fields, clear }) => (
        <>
          <p className="soft">{texts.buyWhat}</p>
          <ul className={css.counts} aria-label={texts.counts}>
            {plans.map((plan) => (
              <li key={plan.id}>
                <div>
                  <b>{plan.name}</b>
                  <small>
                    {texts.aMonth(formatMoney(plan.price, currency))}
                    {!plan.available && `. ${texts.noneLeft}`}
                  </small>
                  <FieldError>{fields[FIELDS[plan.id] ?? '']}</FieldError>
                </div>
                <Stepper
                  label={texts.countOf(plan.name)}
                  value={counts[plan.id] ?? 0}
                  max={plan.available ? maxOf(plan.id) : 0}
                  onChange={(count) => {
                    setCounts({ ...counts, [plan.id]: count });
                    clear();
                  }}
                />
              </li>
            ))}
          </ul>
          <Months
            value={months}
            error={fields.billing_cycle}
            onChange={(value) => {
              setMonths(value);
              clear();
            }}
          />
          <div>
            <ServerChoice
              label={texts.attachAfter}
              empty={texts.noServer}
              value={serverId}
              except={null}
              onChange={(value) => {
                setServerId(value);
                clear();
              }}
            />
            <FieldError>{fields.server_id}</FieldError>
          </div>
        </>
      )}
    </OrderDialog>
  );
}

function describe(bought: readonly FloatingIp[]): string {
  const isWaiting = bought.some(({ status }) => status === 'awaiting_payment' || status === 'processing');
  return isWaiting ? texts.boughtWaits : texts.bought(bought.map(textOf).join(', '));
}
