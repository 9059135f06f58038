import type { OperationName } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import { type CallOptions, useAct } from '../data/act.ts';
import type { Refusal } from '../data/refusals.ts';
import type { ButtonProps } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { CallDetails } from './call.tsx';
import { RefusalNote } from './refusal-note.tsx';

export interface ActDialogProps<Input extends object, Output> extends Pick<ButtonProps, 'icon' | 'kind' | 'refusal'> {
  title: ReactNode;
  operation: OperationName;
  input: Input;
  /** Input without secrets for the displayed call, by default `input`. */
  shown?: object;
  send: (input: Input, options: CallOptions) => Promise<Output>;
  /** Label of the button. */
  button: string;
  /** Fields, or a description of the effect. */
  children: (refusal: Refusal | undefined) => ReactNode;
  /** Called when the act is done, before the dialog closes. */
  onDone: (output: Output) => unknown;
  onClose: () => void;
}

/** Shows the dialog of an act without costs. */
export function ActDialog<Input extends object, Output>(props: ActDialogProps<Input, Output>) {
  const {
    title,
    operation,
    input,
    shown = input,
    send,
    button,
    icon,
    kind,
    refusal: unavailable,
    children,
    onDone,
    onClose,
  } = props;
  const act = useAct(async (payload: Input, options) => ({ output: await send(payload, options) }));
  const submit = async () => {
    if (unavailable !== undefined) return;
    const done = await act.run(input);
    if (done === undefined) return;
    await onDone(done.output);
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <DialogActions
          onCancel={onClose}
          busy={act.isRunning}
          refusal={unavailable}
          {...(icon && { icon })}
          {...(kind && { kind })}
        >
          {button}
        </DialogActions>
      }
    >
      {children(act.refusal)}
      <RefusalNote refusal={act.refusal} />
      <CallDetails call={{ operation, input: Object.fromEntries(Object.entries(shown)) }} />
    </Dialog>
  );
}
