import { type ReactNode, useId } from 'react';
import css from './select.module.css';

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
  onChange,
}: {
  label: ReactNode;
  empty?: string;
  value: Value | null;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value | null) => void;
}) {
  const id = useId();
  return (
    <label className={css.select} htmlFor={id}>
      {label}
      <select
        id={id}
        value={value ?? ''}
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
  );
}
