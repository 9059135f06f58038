import { type ReactNode, useEffect, useId, useRef } from 'react';
import { texts } from '../texts/en/parts.ts';
import { Button, type ButtonProps } from './button.tsx';
import css from './dialog.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { useRefusedFocus } from './use-refused-focus.ts';

export interface DialogProps {
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the strongest one last. */
  feet: ReactNode;
  /** Called when the person closes it, by Escape or outside of it. */
  onClose: () => void;
  /** Called when the form inside is sent by Enter. */
  onSubmit?: () => void;
}

/**
 * Shows a dialog over the page for as long as it is rendered. After a refusal the focus goes to the first refused field, and at the end to
 * where it came from.
 */
export function Dialog({ title, children, feet, onClose, onSubmit }: DialogProps) {
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
      // Chromium closes a dialog at the third Escape, whoever refuses it. One that is rendered stays open.
      onClose={() => {
        if (ref.current?.isConnected && !ref.current.open) ref.current.showModal();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          markSent();
          onSubmit?.();
        }}
      >
        <h2 id={id}>{title}</h2>
        <div className={css.inside}>{children}</div>
        <div className={css.feet}>{feet}</div>
      </form>
    </dialog>
  );
}

/** Lists what an act destroys, each with its icon. */
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

/** Shows the buttons below an act in a dialog: the one that leaves it, and the one that sends it. */
export function ActFeet({ onCancel, kind = 'main', ...act }: Omit<ButtonProps, 'type' | 'onPress'> & { onCancel: () => void }) {
  return (
    <>
      <Button onPress={onCancel}>{texts.cancel}</Button>
      <Button {...act} kind={kind} type="submit" />
    </>
  );
}
