import type { Order, Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { refetchBilling } from '../../data/billing.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { useSummary } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatLongDay, formatMoney } from '../../parts/format.ts';
import { RenewDialog } from '../../shared/renew-dialog.tsx';
import { texts as renewTexts } from '../../shared/renew-texts.ts';
import css from './page.module.css';
import { texts as sharedRenewTexts } from './renew-texts.ts';
import { texts } from './texts.ts';

/** Shows the paid time and the next amount, and renews the server. */
export function PaidPeriodCard({ server }: { server: Server }) {
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
        {made !== undefined && <Note tone="ok">{made.status === 'paid' ? renewTexts.done : sharedRenewTexts.waits}</Note>}
        <div className={css.buttons}>
          <Button icon="coins" refusal={refusal} onPress={() => setOpen(true)}>
            {renewTexts.renew}
          </Button>
        </div>
      </div>
      {isOpen && (
        <RenewDialog
          servers={[server]}
          onDone={(order) => {
            setOpen(false);
            setMade(order);
            void refetchBilling(server.id);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
