import type { Input, OperationName } from '@innkeeper/sdk/index';
import { useSecretAct } from '../data/secret-act.ts';
import { ActForm } from './act-form.tsx';
import { callOf, type FormDialogProps, toActForm } from './form-dialog.tsx';
import { LostSecretNote } from './lost-secret-note.tsx';

export interface SecretFormDialogProps<Name extends OperationName> extends FormDialogProps<Name> {
  /** Returns whether an attempt with a lost reply was done. */
  wasDone: (input: Input<Name>) => Promise<boolean>;
  /** Instruction if it was done. */
  lost: string;
  /** True if the operation may be sent again then, because it replaces the lost secret. */
  isRepeatable?: boolean;
}

/** Shows the form of an operation whose reply contains a secret in a dialog, and sends it. After a lost reply it shows the outcome. */
export function SecretFormDialog<Name extends OperationName>(props: SecretFormDialogProps<Name>) {
  const { wasDone, lost, isRepeatable = false, ...form } = props;
  const act = useSecretAct(callOf(props.operation), wasDone);
  const refusal = act.outcome === 'done' && !isRepeatable ? lost : props.refusal;
  return <ActForm {...toActForm(form)} act={act} refusal={refusal} note={<LostSecretNote act={act} done={lost} />} />;
}
