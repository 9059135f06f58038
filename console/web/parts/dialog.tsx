import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { texts } from './texts.ts';
import { useRefusedFocus } from './use-refused-focus.ts';

export interface DialogProps {
  title: ReactNode;
  children: ReactNode;
  /** Buttons, with the main one last. */
  actions: ReactNode;
  /** Called when the person closes the dialog, by Escape or a press outside. */
  onClose: () => void;
  /** Called when Enter submits the form inside. Without it the dialog is no form, so that its content can have forms of its own. */
  onSubmit?: () => void;
}

/**
 * Shows a modal dialog while it is rendered. After a refusal the first refused field gets the focus. After closing, the focus returns to
 * its previous element.
 */
export function Dialog({ title, children, actions, onClose, onSubmit }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const markSent = useRefusedFocus(ref);
  const content = (
    <>
      <h2 id={id}>{title}</h2>
      <div className={css.inside}>{children}</div>
      <div className={css.feet}>{actions}</div>
    </>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; the click is for the area around it
    <dialog
      ref={ref}
      className={css.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Chromium closes a dialog at the third Escape, even if that is prevented. Reopen it while it is rendered.
      onClose={() => {
        if (ref.current?.isConnected && !ref.current.open) ref.current.showModal();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {onSubmit === undefined ? (
        <div>{content}</div>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            markSent();
            onSubmit();
          }}
        >
          {content}
        </form>
      )}
    </dialog>
  );
}

/** Lists the losses of an act, each with an icon. */
export function Losses({ rows }: { rows: readonly (readonly [icon: IconName, sentence: ReactNode])[] }) {
  return (
    <ul className={css.losses}>
      {rows.map(([icon, sentence]) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}

/** Shows the buttons of an act in a dialog: cancel and send. */
export function DialogActions({
  onCancel,
  kind = 'main',
  ...act
}: Omit<ButtonProps, 'type' | 'onPress'> & { onCancel: () => void }) {
  return (
    <>
      <Button onPress={onCancel}>{texts.cancel}</Button>
      <Button {...act} kind={kind} type="submit" />
    </>
  );
}
