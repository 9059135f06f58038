import type { AccountSupportPlan, Order } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { refetchSupportPlan } from '../../data/support-plans.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatLongDay, formatMoney } from '../../parts/format.ts';
import { State, type Tone } from '../../parts/state.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { texts as cancelTexts } from '../../shared/cancel-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { CancelPlanDialog } from './cancel-dialog.tsx';
import css from './page.module.css';
import { PlanPromises } from './plan-offer.tsx';
import { RenewDialog } from './purchase-dialog.tsx';
import { texts } from './texts.ts';

const TONES: Record<AccountSupportPlan['status'], Tone> = {
  awaiting_payment: 'busy',
  processing: 'busy',
  active: 'ok',
  suspended: 'bad',
  terminated: 'off',
};

/** Shows the current plan of the account, and renews and cancels it. */
export function CurrentPlan({ plan, onRenewed }: { plan: AccountSupportPlan; onRenewed: (order: Order) => void }) {
  const { currency } = useMe().installation;
  const refusalOf = useRefusalOfAct();
  const [open, setOpen] = useState<'renew' | 'cancel'>();
  const undo = useAct(async (_input: undefined, options) => {
    await client.undoCancelSupportPlan({}, options);
    return true;
  });
  const { status, expiry_at: expiry, cancel_request: request, billing_cycle: cycle } = plan;
  const close = () => setOpen(undefined);
  const takeBack = async () => {
    if (await undo.run(undefined)) await refetchSupportPlan();
  };
  return (
    <Card title={`${texts.current}: ${plan.plan.name}`} padded>
      <div className={css.current}>
        <Facts
          rows={[
            [
              texts.facts.status,
              <State key="status" tone={TONES[status]}>
                {texts.states[status]}
              </State>,
            ],
            [texts.facts.paid, expiry === null ? null : formatLongDay(expiry)],
            [texts.facts.renewal, request !== null ? texts.cancelled : plan.auto_renew ? texts.automatic(cycle) : texts.manual],
            [texts.facts.price, texts.aMonth(formatMoney(plan.plan.price, currency))],
          ]}
        />
        <PlanPromises plan={plan.plan} />
        {request !== null && <Note>{expiry === null ? texts.ends : texts.endsOn(formatLongDay(expiry))}</Note>}
        <RefusalNote refusal={undo.refusal} fields="all" />
        <div className={css.buttons}>
          <Button icon="coins" refusal={refusalOf('renewSupportPlan')} onPress={() => setOpen('renew')}>
            {texts.renew}
          </Button>
          {request !== null && (
            <Button
              icon="rotate-cw"
              busy={undo.isRunning}
              refusal={refusalOf('undoCancelSupportPlan')}
              onPress={() => void takeBack()}
            >
              {texts.undo}
            </Button>
          )}
          <Button
            kind={request === null ? undefined : 'bare'}
            refusal={refusalOf('cancelSupportPlan')}
            onPress={() => setOpen('cancel')}
          >
            {request === null ? texts.cancel : cancelTexts.cancelNow}
          </Button>
        </div>
        {request !== null && <CallDetails call={{ operation: 'undoCancelSupportPlan', input: {} }} />}
      </div>
      {open === 'renew' && (
        <RenewDialog
          name={plan.plan.name}
          cycle={cycle}
          onDone={(order) => {
            close();
            onRenewed(order);
          }}
          onClose={close}
        />
      )}
      {open === 'cancel' && <CancelPlanDialog plan={plan} onClose={close} />}
    </Card>
  );
}
