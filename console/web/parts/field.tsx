import { type ComponentProps, type ReactNode, useId } from 'react';
import css from './field.module.css';
import { Icon } from './icon.tsx';

/** Shows the refusal of a field. */
export function FieldError({ id, children }: { id?: string; children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p className={css.error} id={id} role="alert">
      <Icon name="circle-alert" size="small" />
      <span>{children}</span>
    </p>
  );
}

/** Shows a styled check box or radio button. The caller provides the label around it, or `aria-label`. */
export function Choice(props: Omit<ComponentProps<'input'>, 'className'>) {
  return <input {...props} className={css.choice} />;
}

export interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** Shows a few choices in one row, of which one is selected. Arrow keys move between them. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className={css.segments} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={css.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

export interface StepperProps {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** Shows a number between 0 and `max` with buttons for less and more. */
export function Stepper({ label, value, max, onChange }: StepperProps) {
  const step = (to: number) => {
    if (to >= 0 && to <= max) onChange(to);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is drawn; the label stands beside it already
    <div className={css.stepper} role="group" aria-label={label}>
      <button type="button" aria-label={`${label}: less`} aria-disabled={value <= 0 || undefined} onClick={() => step(value - 1)}>
        −
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={`${label}: more`}
        aria-disabled={value >= max || undefined}
        onClick={() => step(value + 1)}
      >
        +
      </button>
    </div>
  );
}
