import { useId } from 'react';
import { Choice, FieldError } from '../field.tsx';
import { texts } from '../pay-texts.ts';
import type { MethodKey, OfferedMethod } from './methods.ts';
import css from './pay.module.css';

export interface MethodChoiceProps {
  offered: readonly OfferedMethod[];
  value: MethodKey | undefined;
  error?: string | undefined;
  onChange: (key: MethodKey) => void;
}

/** Shows the choice of a payment method. A method that cannot pay the amount is shown with the reason. */
export function MethodChoice({ offered, value, error, onChange }: MethodChoiceProps) {
  const name = useId();
  return (
    <fieldset className={css.methods}>
      <legend>{texts.method}</legend>
      {offered.map(({ key, name: title, hint, refusal }) => (
        <label key={key} className={css.method} data-impossible={refusal !== undefined || undefined}>
          <Choice
            type="radio"
            name={name}
            aria-label={title}
            aria-disabled={refusal !== undefined || undefined}
            aria-description={refusal ?? hint}
            checked={value === key}
            onChange={() => onChange(key)}
          />
          <span>
            <b>{title}</b>
            <small>{refusal ?? hint}</small>
          </span>
        </label>
      ))}
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
