import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Choice, FieldError, Stepper } from '../../parts/field.tsx';
import { formatMoney } from '../../parts/format.ts';
import { fields } from '../../rules/fields/deployServer.gen.ts';
import { addonsQuery } from './data.ts';
import type { Form } from './form.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

const ADDONS = ['extra_ipv4', 'extra_ipv4_ddos', 'extra_ipv6'] as const;

/** Shows the choice of additional addresses and of backups, with their prices. */
export function Extras({
  form,
  planId,
  currency,
  errors,
  onChange,
}: {
  form: Form;
  planId: string | undefined;
  currency: string;
  errors: Record<string, string>;
  onChange: (change: Partial<Form>) => void;
}) {
  const id = useId();
  const { data: prices = [] } = useQuery({ ...addonsQuery(planId ?? '0'), enabled: planId !== undefined });
  const priceOf = (key: string) => prices.find((addon) => addon.key === key)?.price;
  const backups = priceOf('backups');
  return (
    <fieldset className={css.section}>
      <legend>{texts.network}</legend>
      {ADDONS.map((key) => {
        const price = priceOf(key);
        return (
          <div key={key} className={css.stepper}>
            <div>
              {texts.addons[key]}
              {price !== undefined && <small>{price === 0 ? texts.free : texts.each(formatMoney(price, currency))}</small>}
              <FieldError>{errors[key]}</FieldError>
            </div>
            <Stepper
              label={texts.addons[key]}
              value={form[key]}
              max={fields[key].max}
              onChange={(value) => onChange({ [key]: value })}
            />
          </div>
        );
      })}
      <label className={css.check} htmlFor={id}>
        <Choice
          id={id}
          type="checkbox"
          aria-label={texts.backups}
          checked={form.backups}
          onChange={(event) => onChange({ backups: event.target.checked })}
        />
        <span>
          <b>{texts.backups}</b>
          {backups !== undefined && <small>{texts.backupsHint(formatMoney(backups, currency))}</small>}
        </span>
      </label>
    </fieldset>
  );
}
