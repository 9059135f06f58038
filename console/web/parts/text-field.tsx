import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import css from './field.module.css';
import { FieldError } from './field.tsx';
import { type RuleProps, useFieldRule } from './use-field-rule.ts';

interface FieldProps extends RuleProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Refusal of the API for this field, such as the message of a 422. */
  error?: string | undefined;
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
