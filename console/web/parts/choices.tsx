import { useId, useRef } from 'react';
import css from './choices.module.css';
import { Choice, FieldError } from './field.tsx';
import { type RuleProps, useFieldRule } from './use-field-rule.ts';

export interface ChoicesProps<Value extends string> extends Partial<Pick<RuleProps, 'rule'>> {
  legend: string;
  value: Value;
  /** Choices. `hint`: one sentence about its meaning. */
  options: readonly { value: Value; label: string; hint: string }[];
  error?: string | undefined;
  onChange: (value: Value) => void;
}

/** Shows choices of which exactly one is selected, each with an explanation. */
export function Choices<Value extends string>({ legend, value, options, rule, error, onChange }: ChoicesProps<Value>) {
  const name = useId();
  const ref = useRef<HTMLFieldSetElement>(null);
  const refusal = useFieldRule(ref, rule, value) ?? error;
  return (
    <fieldset ref={ref} className={css.choices}>
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
      <FieldError>{refusal}</FieldError>
    </fieldset>
  );
}
