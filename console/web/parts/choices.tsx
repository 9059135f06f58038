import { useId } from 'react';
import css from './choices.module.css';
import { Choice, FieldError } from './field.tsx';

export interface ChoicesProps<Value extends string> {
  legend: string;
  value: Value;
  /** Choices. `hint`: one sentence about its meaning. */
  options: readonly { value: Value; label: string; hint: string }[];
  error?: string | undefined;
  onChange: (value: Value) => void;
}

/** Shows choices of which exactly one is selected, each with an explanation. */
export function Choices<Value extends string>({ legend, value, options, error, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css.choices}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.option}>
          <Choice
            type="radio"
            name={name}
            aria-label={option.label}
            aria-description={option.hint}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <b>{option.label}</b>
            <small>{option.hint}</small>
          </span>
        </label>
      ))}
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
