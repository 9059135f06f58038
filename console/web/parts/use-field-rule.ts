import { type RefObject, useEffect, useRef, useState } from 'react';
import { checkField } from '../rules/check-field.ts';
import type { FieldRule } from '../rules/field.ts';

export interface RuleProps {
  /** Limits of the field, from `rules/fields`. `unsent`: the form does not send the field, such as a filter or a confirmation. */
  rule: FieldRule | 'unsent';
  /** Value that the form sends, if it differs from the text: a trimmed text, a list, or `undefined` for a field that is left out. */
  sent?: unknown;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input, textarea, select';

/**
 * Returns the sentence of the API about a field, or `undefined` while there is nothing to say.
 *
 * The browser refuses to submit a form with a wrong field. The sentence appears then, and when a person leaves the field after a change. It
 * disappears when the field is right, and does not return while the person types. `ref` is the control, or the group around several.
 */
export function useFieldRule(
  ref: RefObject<HTMLElement | null>,
  rule: FieldRule | 'unsent' | undefined,
  sent: unknown,
): string | undefined {
  const hasRule = rule !== undefined && rule !== 'unsent';
  const broken = hasRule ? checkField(sent, rule) : undefined;
  const [isSaid, setSaid] = useState(false);
  if (isSaid && broken === undefined) setSaid(false);
  const latest = useRef<string>(undefined);
  latest.current = JSON.stringify(sent) ?? '';
  useEffect(() => {
    controlOf(ref.current)?.setCustomValidity(broken ?? '');
  });
  useEffect(() => {
    const element = ref.current;
    if (!hasRule || element === null) return;
    let entered: string | undefined;
    const enter = () => {
      entered ??= latest.current;
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && element.contains(relatedTarget)) return;
      // The sentence would move a button away from under the pointer that presses it.
      if (entered !== latest.current && document.querySelector('button:active, a:active') === null) setSaid(true);
      entered = undefined;
    };
    const refuse = (event: Event) => {
      const control = controlOf(element);
      // The browser says by itself what else it refuses.
      if (event.target !== control || !control?.validity.customError) return;
      event.preventDefault();
      setSaid(true);
      if (control.form && firstWrong(controlsIn(control.form)) === control) control.focus();
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    element.addEventListener('invalid', refuse, true);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
      element.removeEventListener('invalid', refuse, true);
    };
  }, [ref, hasRule]);
  return isSaid ? broken : undefined;
}

/** Returns whether all fields in an element are right. Otherwise says what is wrong, and moves the focus there. For buttons outside of a form. */
export function saysFieldsAreRight(element: HTMLElement | null): boolean {
  const controls = controlsIn(element);
  for (const control of controls) control.checkValidity();
  const wrong = firstWrong(controls);
  wrong?.focus();
  return wrong === undefined;
}

const firstWrong = (controls: readonly Control[]): Control | undefined =>
  controls.find((control) => control.willValidate && !control.validity.valid);

/** Returns the controls of a form, which need not be inside it, or those inside another element. */
function controlsIn(element: HTMLElement | null): Control[] {
  const all = element instanceof HTMLFormElement ? [...element.elements] : [...(element?.querySelectorAll(CONTROLS) ?? [])];
  return all.filter((control): control is Control => control.matches(CONTROLS));
}

/** Returns a control itself, or the first choice of a group. */
function controlOf(element: HTMLElement | null): Control | null | undefined {
  if (element?.matches(CONTROLS)) return element as Control;
  return element?.querySelector<Control>('input[type="checkbox"], input[type="radio"]');
}
