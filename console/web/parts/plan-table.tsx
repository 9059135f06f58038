import type { Plan } from '@innkeeper/sdk/index';
import { useId } from 'react';
import { Choice, FieldError } from './field.tsx';
import { formatAmount } from './format.ts';
import css from './plan-table.module.css';
import { texts } from './plans-texts.ts';

/** Shows the table of plans to choose from. A plan without capacity is shown, but cannot be chosen. */
export function PlanTable({
  plans,
  chosen,
  error,
  hidesLegend = false,
  onChoose,
}: {
  plans: readonly Plan[];
  chosen: string | null;
  error: string | undefined;
  /** True if the heading above replaces the legend. */
  hidesLegend?: boolean;
  onChoose: (key: string) => void;
}) {
  const name = useId();
  const { columns } = texts;
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
            {plans.map((plan) => (
              <tr key={plan.key} data-full={plan.available ? undefined : ''}>
                <td>
                  <label>
                    <Choice
                      type="radio"
                      name={name}
                      aria-label={plan.name}
                      disabled={!plan.available}
                      checked={chosen === plan.key}
                      onChange={() => onChoose(plan.key)}
                    />
                    <span>
                      <b>{plan.name}</b>
                      {plan.dedicated_cpu && <small>{texts.dedicated}</small>}
                      {!plan.available && <small>{texts.noRoom}</small>}
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
