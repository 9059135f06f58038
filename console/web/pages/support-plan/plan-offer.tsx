import type { SupportPlan } from '@innkeeper/sdk/index';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { Button } from '../../parts/button.tsx';
import { formatMoney } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { describePromise } from '../../shared/support-texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows an available plan. An account has one plan at a time. */
export function PlanOffer({
  plan,
  current,
  onOrder,
}: {
  plan: SupportPlan;
  /** Name of the account's current plan. */
  current: string | undefined;
  onOrder: () => void;
}) {
  const { currency } = useMe().installation;
  const refusal = useRefusalOfAct()('purchaseSupportPlan');
  return (
    <li className={css.plan}>
      <h3>{plan.name}</h3>
      <p className={css.price}>
        {texts.aMonth(formatMoney(plan.price, currency))}
        <small>{texts.withVat(formatMoney(plan.price_with_vat, currency))}</small>
      </p>
      <PlanPromises plan={plan} />
      <Button
        kind="main"
        icon="coins"
        refusal={refusal ?? (current === undefined ? undefined : texts.hasPlan(current))}
        onPress={onOrder}
      >
        {texts.order(plan.name)}
      </Button>
    </li>
  );
}

/** Lists the promises of a plan. */
export function PlanPromises({ plan }: { plan: SupportPlan }) {
  const { response_minutes: minutes, around_the_clock: isAlways, credit_percentage: credit, features } = plan;
  const rows = [
    ...(minutes === null ? [] : [texts.answer(describePromise(minutes, isAlways))]),
    ...(credit > 0 ? [texts.credit(credit)] : []),
    ...features,
  ];
  return (
    <ul className={css.promises}>
      {minutes === null && (
        <li>
          <Icon name="x" size="small" />
          <span>{texts.noPromise}</span>
        </li>
      )}
      {rows.map((row) => (
        <li key={row}>
          <Icon name="check" size="small" />
          <span>{row}</span>
        </li>
      ))}
    </ul>
  );
}
