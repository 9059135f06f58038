import type { Input, OperationName, Output } from '@innkeeper/sdk/index';
import { type CallOptions, useAct } from '../data/act.ts';
import { client } from '../data/client.ts';
import { ActForm, type ActFormProps } from './act-form.tsx';
import type { CallOfAct } from './call.tsx';

/** Output of an operation. It is wrapped, because an operation without a reply resolves to `undefined`. */
interface Done<Name extends OperationName> {
  output: Output<Name>;
}

export interface FormDialogProps<Name extends OperationName>
  extends Omit<ActFormProps<Input<Name>, Done<Name>>, 'act' | 'call' | 'note' | 'onDone' | 'onClosed'> {
  operation: Name;
  /** Input without secrets for the displayed call, or `null` to display no call. Default: `input`. */
  shown?: object | null;
  /** Called when the operation is accepted. The dialog closes after it. */
  onDone?: ((output: Output<Name>) => unknown) | undefined;
  /** Called after the dialog has closed, for what the person need not wait for. */
  onClosed?: ((output: Output<Name>) => unknown) | undefined;
}

/**
 * Shows the form of an operation in a dialog, and sends it.
 *
 * A refusal keeps the dialog open: refused fields say so at their inputs, and a note says the rest. After a lost reply the next press repeats
 * the same attempt. Acts with a price have `OrderDialog`, and acts whose reply contains a secret `SecretFormDialog`.
 */
export function FormDialog<Name extends OperationName>(props: FormDialogProps<Name>) {
  const act = useAct(callOf(props.operation));
  return <ActForm {...toActForm(props)} act={act} />;
}

/** Returns the function that sends an operation. */
export function callOf<Name extends OperationName>(
  operation: Name,
): (input: Input<Name>, options: CallOptions) => Promise<Done<Name>> {
  const send = client[operation] as (input: Input<Name>, options: CallOptions) => Promise<Output<Name>>;
  return async (input, options) => ({ output: await send(input, options) });
}

/** Returns the properties of the form of an act for those of a form of an operation. */
export function toActForm<Name extends OperationName>(
  props: FormDialogProps<Name>,
): Omit<ActFormProps<Input<Name>, Done<Name>>, 'act' | 'note'> {
  const { operation, input, shown = input, onDone, onClosed, ...form } = props;
  const call: CallOfAct | undefined = shown ? { operation, input: Object.fromEntries(Object.entries(shown)) } : undefined;
  return {
    ...form,
    input,
    call,
    onDone: onDone && (({ output }) => onDone(output)),
    onClosed: onClosed && (({ output }) => onClosed(output)),
  };
}
