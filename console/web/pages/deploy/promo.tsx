import { useQuery } from '@tanstack/react-query';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/deployServer.gen.ts';
import { promoCodesQuery } from './data.ts';
import { cycleFor, type Form } from './form.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows the field for a promo code, and the listed codes of the plan. The choice of a code also sets the period that the code requires. */
export function Promo({
  form,
  planId,
  error,
  onChange,
}: {
  form: Form;
  planId: string | undefined;
  error: string | undefined;
  onChange: (change: Partial<Form>) => void;
}) {
  const { data: codes = [] } = useQuery({ ...promoCodesQuery(planId ?? ''), enabled: planId !== undefined });
  return (
    <div className={css.section}>
      <TextField
        label={texts.promo}
        name="promo_code"
        error={error}
        rule={fields.promo_code}
        sent={form.promo.trim() || undefined}
        value={form.promo}
        autoComplete="off"
        onChange={(event) => onChange({ promo: event.target.value })}
      />
      {codes.length > 0 && (
        <ul className={css.codes} aria-label={texts.promoCodes}>
          {codes.map(({ code, percentage, minimum_billing_cycle: months }) => (
            <li key={code}>
              <Button onPress={() => onChange({ promo: code, cycle: cycleFor(form, months) })}>
                {texts.promoCode(code, percentage) + (months > 1 ? texts.promoFrom(months) : '')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
