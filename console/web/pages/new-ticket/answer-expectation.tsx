import { useSuspenseQuery } from '@tanstack/react-query';
import { supportPlanQuery } from '../../data/support-plans.ts';
import { Card } from '../../parts/box.tsx';
import { Link } from '../../router/router.tsx';
import { describePromise } from '../../shared/support-texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows when and where an answer arrives. */
export function AnswerExpectation() {
  const { data: plan } = useSuspenseQuery(supportPlanQuery);
  const isPromised = plan?.status === 'active' && plan.plan.response_minutes !== null;
  return (
    <Card title={texts.next} padded>
      <div className={css.next}>
        <p>
          {isPromised
            ? texts.promise(describePromise(plan.plan.response_minutes ?? 0, plan.plan.around_the_clock), plan.plan.name)
            : texts.noPlan}
        </p>
        {!isPromised && (
          <Link className="link" to="/support/plan">
            {texts.plans}
          </Link>
        )}
        <p className="soft">{texts.mailed}</p>
        <p className="soft">{texts.draft}</p>
      </div>
    </Card>
  );
}
