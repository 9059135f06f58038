import type { OperationName } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import { type CallOptions, useAct } from '../data/act.ts';
import type { Refusal } from '../data/refusals.ts';
import type { ButtonProps } from './button.tsx';
import { CallDetails } from './call.tsx';
import { ActFeet, Dialog } from './dialog.tsx';
import { RefusalNote } from './refusal-note.tsx';

export interface ActDialogProps<Input extends object, Output> extends Pick<ButtonProps, 'icon' | 'kind' | 'refusal'> {
  title: ReactNode;
  operation: OperationName;
  input: Input;
  /** Input as the call shows it, if the input has a secret. */
  shown?: object;
  send: (input: Input, options: CallOptions) => Promise<Output>;
  /** Label of the button. */
  button: string;
  /** Fields, or what the act does. */
  children: (refusal: Refusal | undefined) => ReactNode;
  /** Called once the act is done. The dialog closes after it. */
  onDone: (output: Output) => unknown;
  onClose: () => void;
}

/** Asks for one act that costs nothing. */
export function ActDialog<Input extends object, Output>(props: ActDialogProps<Input, Output>) {
  const { title, operation, input, shown = input, send, button, icon, kind, refusal: held, children, onDone, onClose } = props;
  const act = useAct(async (given: Input, options) => ({ output: await send(given, options) }));
  const submit = async () => {
    if (held !== undefined) return;
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
      feet={
        <ActFeet onCancel={onClose} busy={act.isRunning} refusal={held} {...(icon && { icon })} {...(kind && { kind })}>
          {button}
        </ActFeet>
      }
    >
      {children(act.refusal)}
      <RefusalNote refusal={act.refusal} />
      <CallDetails call={{ operation, input: Object.fromEntries(Object.entries(shown)) }} />
    </Dialog>
  );
}
