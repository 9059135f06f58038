import type { Plan } from '@innkeeper/sdk/index';
import { useId } from 'react';
import { Choice, FieldError } from './field.tsx';
import { formatAmount } from './format.ts';
import css from './plan-table.module.css';
import { texts } from './plans-texts.ts';

/** Shows the table of plans to choose from. A plan without capacity, or with a refusal, is shown, but cannot be chosen. */
export function PlanTable({
  plans,
  chosen,
  error,
  hidesLegend = false,
  refusalOf,
  onChoose,
}: {
  plans: readonly Plan[];
  chosen: string | null;
  error: string | undefined;
  /** True if the heading above replaces the legend. */
  hidesLegend?: boolean;
  /** Returns why a plan does not suit, or `undefined`. */
  refusalOf?: (plan: Plan) => string | undefined;
  onChoose: (key: string) => void;
}) {
  const name = useId();
  const { columns } = texts;
  const choices = plans.map((plan) => ({ plan, refusal: plan.available ? refusalOf?.(plan) : texts.noRoom }));
  return (
    <fieldset className={css.section}>
      <legend className={hidesLegend ? 'visually-hidden' : undefined}>{texts.plan}</legend>
      <div className={css.plans}>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns.plan}</th>
              <th scope="col" className="num">
                {columns.vcpus}
              </th>
              <th scope="col" className="num">
                {columns.memory}
              </th>
              <th scope="col" className="num">
                {columns.disk}
              </th>
              <th scope="col" className="num hide-phone">
                {columns.traffic}
              </th>
              <th scope="col" className="num">
                {columns.price}
              </th>
            </tr>
          </thead>
          <tbody>
            {choices.map(({ plan, refusal }) => (
              <tr key={plan.key} data-full={refusal === undefined ? undefined : ''}>
                <td>
                  <label>
                    <Choice
                      type="radio"
                      name={name}
                      aria-label={plan.name}
                      disabled={refusal !== undefined}
                      checked={chosen === plan.key}
                      onChange={() => onChoose(plan.key)}
                    />
                    <span>
                      <b>{plan.name}</b>
                      {plan.dedicated_cpu && <small>{texts.dedicated}</small>}
                      {refusal !== undefined && <small>{refusal}</small>}
                    </span>
                  </label>
                </td>
                <td className="num">{plan.vcpus}</td>
                <td className="num">{texts.gb(plan.memory)}</td>
                <td className="num">{texts.gb(plan.disk)}</td>
                <td className="num hide-phone">{texts.tb(plan.bandwidth)}</td>
                <td className={`num ${css.price}`}>{formatAmount(plan.price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
