import type { ReactNode } from 'react';
import type { Act } from '../data/act.ts';
import type { Refusal } from '../data/refusals.ts';
import { FormFrame, type FormFrameProps } from '../parts/form-frame.tsx';
import { CallDetails, type CallOfAct } from './call.tsx';
import { RefusalNote } from './refusal-note.tsx';

export interface ActFormProps<Given, Made> extends Omit<FormFrameProps, 'children' | 'onSend'> {
  act: Pick<Act<Given, Made>, 'run' | 'isRunning' | 'refusal' | 'clear'>;
  /** Input of the act, or `undefined` while the form is incomplete and cannot be sent. */
  input: Given | undefined;
  /** Fields, or a description of the effect. `clear` removes the refusal. */
  children: ReactNode | ((refusal: Refusal | undefined, clear: () => void) => ReactNode);
  /** Fields without an input whose refusals the note shows. Refusals of other fields are shown at their inputs. */
  noteFields?: readonly string[] | 'all';
  /** Shows a refusal below the fields. Default: a note with its sentence. */
  note?: ReactNode;
  /** The act as an API call, without secrets. */
  call?: CallOfAct | undefined;
  /** Called when the act is done. The dialog closes after it. */
  onDone?: ((made: Made) => unknown) | undefined;
  /** Called after the dialog has closed, for what the person need not wait for. */
  onClosed?: ((made: Made) => unknown) | undefined;
}

/** Shows the form of an act in a dialog. Use `FormDialog` for an act that is one operation. */
export function ActForm<Given, Made>(props: ActFormProps<Given, Made>) {
  const { act, input, children, noteFields = [], note, call, onDone, onClosed, busy = false, onClose, ...frame } = props;
  const send = async () => {
    if (input === undefined) return;
    const made = await act.run(input);
    if (made === undefined) return;
    if (onDone) await onDone(made);
    onClose();
    await onClosed?.(made);
  };
  return (
    <FormFrame {...frame} busy={busy || act.isRunning} onSend={() => void send()} onClose={onClose}>
      {typeof children === 'function' ? children(act.refusal, act.clear) : children}
      {note ?? <RefusalNote refusal={act.refusal} fields={noteFields} />}
      {call && <CallDetails call={call} />}
    </FormFrame>
  );
}
