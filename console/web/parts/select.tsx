import { type ReactNode, useId, useRef } from 'react';
import { FieldError } from './field.tsx';
import css from './select.module.css';
import { type RuleProps, useFieldRule } from './use-field-rule.ts';

export interface SelectOption<Value extends string | number> {
  value: Value;
  label: string;
  disabled?: boolean;
}

/** Shows a selection with its label. `empty`: text for no selection, if that is allowed. */
export function Select<Value extends string | number>({
  label,
  empty,
  value,
  options,
  rule,
  error,
  onChange,
  ...props
}: Partial<RuleProps> & {
  label: ReactNode;
  empty?: string;
  value: Value | null;
  options: readonly SelectOption<Value>[];
  error?: string | undefined;
  onChange: (value: Value | null) => void;
}) {
  const id = useId();
  const ref = useRef<HTMLSelectElement>(null);
  const refusal = useFieldRule(ref, rule, 'sent' in props ? props.sent : (value ?? undefined)) ?? error;
  return (
    <>
      <label className={css.select} htmlFor={id}>
        {label}
        <select
          ref={ref}
          id={id}
          value={value ?? ''}
          aria-invalid={refusal !== undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => onChange(options.find((option) => String(option.value) === event.target.value)?.value ?? null)}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      <FieldError id={`${id}-error`}>{refusal}</FieldError>
    </>
  );
}
