import type { Plan, Server } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchBilling, scalePlansQuery } from '../../data/billing.ts';
import { client } from '../../data/client.ts';
import { priceOf, usePricedAct } from '../../data/priced-act.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { useSummary } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice, FieldError } from '../../parts/field.tsx';
import { formatMoney } from '../../parts/format.ts';
import { PlanTable } from '../../parts/plan-table.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { exceedsBalance, PriceNotes, Receipt } from '../../shared/receipt.tsx';
import { texts as receiptTexts } from '../../shared/receipt-texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/**
 * Shows the card that changes the plan of a server. The price difference for the rest of the paid time is immediately charged to the
 * balance, or refunded to it.
 */
export function ScaleCard({ server }: { server: Server }) {
  const { data: plans } = useQuery(scalePlansQuery(server.id));
  const { plan, actual_disk: disk } = server;
  return (
    <Card title={texts.plan} padded>
      <div className={css.form}>
        <p className="soft">{texts.planNow(plan.name, plan.vcpus, plan.memory, disk)}</p>
        {plans?.length === 0 && <p className="faint">{texts.noPlans}</p>}
        {plans && plans.length > 0 && <Choices server={server} plans={plans} />}
      </div>
    </Card>
  );
}

function Choices({ server, plans }: { server: Server; plans: readonly Plan[] }) {
  const { currency } = useMe().installation;
  const unavailable = useRefusalOf()('scaleServer', useSummary(server.id) ?? server);
  const [key, setKey] = useState<string | null>(null);
  const [grows, setGrows] = useState(true);
  const [isDone, setDone] = useState(false);
  const plan = plans.find((known) => known.key === key);
  const canGrow = plan !== undefined && Number(plan.disk) > Number(server.actual_disk);
  const isOwnPlan = plan?.key === server.plan.key;
  const input = plan === undefined ? undefined : { id: server.id, plan: plan.key, scale_disk: canGrow && (grows || isOwnPlan) };
  const act = usePricedAct(
    unavailable === undefined ? input : undefined,
    (payload, options) => client.scaleServer({ ...payload, dry_run: true }, options),
    (payload, options) => client.scaleServer(payload, options),
  );
  const { priced, quote, fields } = act;
  const refusal =
    unavailable ??
    (plan === undefined
      ? texts.choosePlan
      : quote === undefined
        ? (priced.refusal?.sentence ?? receiptTexts.noPrice)
        : quote.capacity !== 'ok'
          ? quote.capacity
          : exceedsBalance(quote)
            ? receiptTexts.depositFirst
            : undefined);
  const scale = async () => {
    if ((await act.run()) === undefined) return;
    setKey(null);
    setDone(true);
    await refetchBilling(server.id);
  };
  const amount = quote === undefined ? 0 : priceOf(quote);
  const total = quote === undefined ? undefined : formatMoney(Math.abs(amount), currency);
  return (
    <>
      <div className={css.form} inert={act.isUnknown || act.isRunning}>
        <PlanTable
          plans={plans}
          chosen={key}
          error={fields.plan}
          hidesLegend
          onChoose={(chosen) => {
            setKey(chosen);
            setDone(false);
            act.clear();
          }}
        />
        <p className={css.hint}>{texts.diskRule(server.actual_disk)}</p>
        {canGrow && !isOwnPlan && (
          <label className={css.check}>
            <Choice
              type="checkbox"
              checked={grows}
              onChange={(event) => {
                setGrows(event.target.checked);
                act.clear();
              }}
            />
            <span>
              <b>{texts.grow(plan.disk)}</b>
              <small>{texts.growHint}</small>
            </span>
          </label>
        )}
        <FieldError>{fields.scale_disk}</FieldError>
      </div>
      {isDone && <Note tone="ok">{texts.scaled}</Note>}
      {plan !== undefined && (
        <Receipt className={css.receipt} priced={priced} currency={currency} needsRoom paysAtOnce>
          <PriceNotes act={act} currency={currency} />
          <Button kind="main" wide refusal={refusal} busy={act.isRunning} onPress={() => void scale()}>
            {total === undefined ? texts.scale : texts.scaleFor(total, amount < 0)}
          </Button>
          {unavailable !== undefined && <p className={css.hint}>{unavailable}</p>}
          {input && <CallDetails call={{ operation: 'scaleServer', input }} />}
        </Receipt>
      )}
      {plan !== undefined && total !== undefined && (
        <div className={css.payBar}>
          <span>
            <b>{total}</b>
            <small>{amount < 0 ? receiptTexts.refund : receiptTexts.total}</small>
          </span>
          <Button kind="main" refusal={refusal} busy={act.isRunning} onPress={() => void scale()}>
            {texts.scale}
          </Button>
        </div>
      )}
    </>
  );
}
