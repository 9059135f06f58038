import { type ReactNode, useEffect, useId, useRef } from 'react';
import css from './dialog.module.css';
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
