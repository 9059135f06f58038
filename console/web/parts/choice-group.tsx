import { type ReactNode, useRef } from 'react';
import css from './choice-group.module.css';
import { Choice, FieldError } from './field.tsx';
import { type RuleProps, useFieldRule } from './use-field-rule.ts';

/** Shows a group of choices, with its name, its hint and its refusal. */
export function ChoiceGroup({
  legend,
  hint,
  error,
  rule,
  sent,
  children,
}: Partial<RuleProps> & {
  legend: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const refusal = useFieldRule(ref, rule, sent) ?? error;
  return (
    <fieldset ref={ref} className={css.group}>
      <legend>{legend}</legend>
      {children}
      {hint !== undefined && <p className={css.hint}>{hint}</p>}
      <FieldError>{refusal}</FieldError>
    </fieldset>
  );
}

export interface CheckItem<Value extends string | number> {
  value: Value;
  label: ReactNode;
  hint?: string;
}

/** Shows check boxes below each other. */
export function CheckList<Value extends string | number>({
  items,
  chosen,
  onChange,
}: {
  items: readonly CheckItem<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}) {
  const choose = (value: Value, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value));
  return (
    <ul className={css.choices}>
      {items.map(({ value, label, hint }) => (
        <li key={value}>
          <label>
            <Choice type="checkbox" checked={chosen.includes(value)} onChange={(event) => choose(value, event.target.checked)} />
            <span>
              {label}
              {hint !== undefined && <small>{hint}</small>}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
