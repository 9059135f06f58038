import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import css from './field.module.css';
import { Icon } from './icon.tsx';
import { type RuleProps, useFieldRule } from './use-field-rule.ts';

interface FieldProps extends RuleProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Refusal of the API for this field, such as the message of a 422. */
  error?: string | undefined;
}

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

/** Shows an input of one line with its label, hint and refusal. */
export function TextField({
  label,
  hint,
  error,
  rule,
  ...props
}: FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  const { sent, ...input } = props;
  const refusal = useFieldRule(ref, rule, 'sent' in props ? sent : input.value) ?? error;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        ref={ref}
        id={id}
        className={css.input}
        // Without a value, screen readers would read the field as invalid before its sentence appears.
        aria-invalid={refusal !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      {hint !== undefined && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{refusal}</FieldError>
    </div>
  );
}

/** Shows an input of many lines with its label, hint and refusal. `isProse`: sentences of a person, whose spelling the browser checks. */
export function TextArea({
  label,
  hint,
  error,
  isProse = false,
  rule,
  ...props
}: FieldProps & { isProse?: boolean } & Omit<ComponentProps<'textarea'>, 'id' | 'className'>) {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  const { sent, ...input } = props;
  const refusal = useFieldRule(ref, rule, 'sent' in props ? sent : input.value) ?? error;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...input}
        ref={ref}
        id={id}
        className={isProse ? `${css.input} ${css.prose}` : css.input}
        spellCheck={isProse}
        // Without a value, screen readers would read the field as invalid before its sentence appears.
        aria-invalid={refusal !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      {hint !== undefined && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{refusal}</FieldError>
    </div>
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
