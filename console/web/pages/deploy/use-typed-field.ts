import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns the `name` of the text field in which a person types, or `undefined` otherwise.
 *
 * Typing ends with Enter, when the field is left, and with a press elsewhere. A press of a button counts when it is complete, because a
 * sentence that appears would move the button away from under the pointer.
 */
export function useTypedField(ref: RefObject<HTMLFormElement | null>): string | undefined {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    let control: HTMLInputElement | HTMLTextAreaElement | undefined;
    const begin = ({ target }: Event) => {
      const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (!isText || target.form !== ref.current) return;
      control = target;
      setTyped(target.name);
    };
    const end = () => setTyped(undefined);
    const leave = () => {
      if (document.querySelector('button:active, a:active') === null) end();
    };
    const press = () => {
      if (document.activeElement !== control) end();
    };
    // React handles these events below the document. A new state before that would reset the text.
    const listeners = { input: begin, change: leave, focusout: leave, click: press };
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener);
    };
  }, [ref]);
  return typed;
}
