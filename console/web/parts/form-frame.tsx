import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { texts } from './texts.ts';

export interface FormFrameProps extends Pick<ButtonProps, 'icon' | 'refusal' | 'busy'> {
  title: ReactNode;
  /** Fields, or a description of the effect. */
  children: ReactNode;
  /** Label of the button that sends the form. */
  button: ReactNode;
  kind?: 'main' | 'danger';
  /** Label of the button that closes the dialog. Default: Cancel. */
  cancel?: string | undefined;
  /** Button that opens another dialog instead. */
  instead?: ReactNode;
  /** Called when the person sends the form, unless `refusal` says why it is unavailable. */
  onSend: () => void;
  onClose: () => void;
}

/** Shows a form in a dialog, with the buttons that close and send it. */
export function FormFrame(props: FormFrameProps) {
  const {
    title,
    children,
    button,
    icon,
    kind = 'main',
    refusal,
    busy = false,
    cancel = texts.cancel,
    instead,
    onSend,
    onClose,
  } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => {
        if (refusal === undefined) onSend();
      }}
      actions={
        <>
          {instead && (
            <>
              {instead}
              <span className="gap" />
            </>
          )}
          <Button onPress={onClose}>{cancel}</Button>
          <Button kind={kind} type="submit" refusal={refusal} busy={busy} {...(icon && { icon })}>
            {button}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
