import type { AccountSupportPlan } from '@innkeeper/sdk/index';
import { client } from '../../data/client.ts';
import { refetchSupportPlan } from '../../data/support-plans.ts';
import { Losses } from '../../parts/losses.tsx';
import { fields } from '../../rules/fields/cancelSupportPlan.gen.ts';
import { CancelDialog } from '../../shared/cancel-dialog.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that cancels the support plan at the end of its paid time, or now with a refund. */
export function CancelPlanDialog({ plan, onClose }: { plan: AccountSupportPlan; onClose: () => void }) {
  return (
    <CancelDialog
      title={texts.cancelTitle(plan.plan.name)}
      operation="cancelSupportPlan"
      rule={fields.reason}
      expiry={plan.expiry_at}
      isNowOnly={plan.cancel_request !== null}
      inputOf={(cancellation) => cancellation}
      quote={(payload, options) => client.cancelSupportPlan({ ...payload, dry_run: true }, options)}
      send={(payload, options) => client.cancelSupportPlan(payload, options)}
      atEnd={() => texts.atEndWhat}
      losses={() => (
        <Losses
          rows={[
            ['clock', texts.lossPromise],
            ['coins', texts.lossRest],
          ]}
        />
      )}
      onDone={() => {
        onClose();
        void refetchSupportPlan();
      }}
      onClose={onClose}
    />
  );
}
