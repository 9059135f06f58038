import type { Order, Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { rereadBilling } from '../../data/billing.ts';
import { client } from '../../data/client.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { useSummary } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CYCLES } from '../../parts/cycles.ts';
import { TextField } from '../../parts/field.tsx';
import { formatLongDay, formatMoney } from '../../parts/format.ts';
import { Months } from '../../parts/months.tsx';
import { Name } from '../../parts/name.tsx';
import { OrderDialog } from '../../parts/order-dialog.tsx';
import { texts } from '../../texts/en/billing.ts';
import css from './billing.module.css';

/** Shows the paid time and the next amount, and renews the server. */
export function Paid({ server }: { server: Server }) {
  const { installation } = useMe();
  const summary = useSummary(server.id) ?? server;
  const refusal = useRefusalOf()('renewServers', summary);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Order>();
  const money = (amount: string) => formatMoney(amount, installation.currency);
  const isEnding = server.cancel_request !== null;
  return (
    <Card title={server.expiry_at === null ? texts.notPaid : texts.paidUntil(formatLongDay(server.expiry_at))} padded>
      <div className={css.form}>
        <Facts
          rows={[
            [
              texts.renewal,
              isEnding ? texts.cancelled : server.auto_renew ? texts.automatic(server.billing_cycle) : texts.manual,
            ],
            [
              texts.nextAmount,
              isEnding ? null : (
                <span key="amount">
                  {money(server.renew_amount)} <span className="faint">{texts.withVat(money(server.renew_amount_with_vat))}</span>
                </span>
              ),
            ],
            [texts.promo, server.promo_code],
          ]}
        />
        {made !== undefined && <Note tone="ok">{made.status === 'paid' ? texts.renewed : texts.renewWaits}</Note>}
        <div className={css.buttons}>
          <Button icon="coins" refusal={refusal} onPress={() => setOpen(true)}>
            {texts.renew}
          </Button>
        </div>
      </div>
      {isOpen && (
        <RenewDialog
          server={server}
          onDone={(order) => {
            setOpen(false);
            setMade(order);
            void rereadBilling(server.id);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

function RenewDialog({ server, onDone, onClose }: { server: Server; onDone: (order: Order) => void; onClose: () => void }) {
  const [months, setMonths] = useState<number>(CYCLES.find((count) => count === server.billing_cycle) ?? 1);
  const [promo, setPromo] = useState('');
  const code = promo.trim();
  const input = { server_ids: [server.id], billing_cycle: months, ...(code === '' ? {} : { promo_code: code }) };
  return (
    <OrderDialog
      title={
        <>
          {texts.renewTitle} <Name text={server.hostname} />
        </>
      }
      operation="renewServers"
      input={input as Parameters<typeof client.renewServers>[0]}
      quote={(asked, options) => client.renewServers({ ...asked, dry_run: true }, options)}
      send={(asked, options) => client.renewServers(asked, options)}
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
