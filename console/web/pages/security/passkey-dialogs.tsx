import type { Passkey } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { makePasskey } from '../../data/passkey.ts';
import { TextField } from '../../parts/text-field.tsx';
import type { FieldRule } from '../../rules/field.ts';
import { fields as newFields } from '../../rules/fields/createPasskey.gen.ts';
import { fields } from '../../rules/fields/updatePasskey.gen.ts';
import { ActForm } from '../../shared/act-form.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { refetchSecurity } from './data.ts';
import { texts } from './texts.ts';

/** Shows the dialog that adds a passkey, which the browser creates between two calls. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const act = useAct(async (newName: string, options) => {
    const creation = await client.createPasskeyOptions({});
    return client.createPasskey({ name: newName, credential: await makePasskey(creation) }, options);
  });
  return (
    <ActForm
      title={texts.addPasskey}
      act={act}
      input={name.trim()}
      button={texts.addPasskey}
      noteFields={['credential']}
      onDone={refetchSecurity}
      onClose={onClose}
    >
      <NameField rule={newFields.name} name={name} error={act.refusal?.fields.name} onChange={setName} />
    </ActForm>
  );
}

/** Shows the dialog that renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  return (
    <FormDialog
      title={texts.rename}
      operation="updatePasskey"
      input={{ id: passkey.id, name: name.trim() }}
      shown={null}
      button={texts.rename}
      onDone={refetchSecurity}
      onClose={onClose}
    >
      {(refusal) => <NameField rule={fields.name} name={name} error={refusal?.fields.name} onChange={setName} />}
    </FormDialog>
  );
}

function NameField({
  rule,
  name,
  error,
  onChange,
}: {
  rule: FieldRule;
  name: string;
  error: string | undefined;
  onChange: (name: string) => void;
}) {
  return (
    <TextField
      label={texts.passkeyName}
      error={error}
      rule={rule}
      sent={name.trim()}
      value={name}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Shows the dialog that deletes a passkey. */
export function DeletePasskeyDialog({ passkey, isLast, onClose }: { passkey: Passkey; isLast: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title={texts.deletePasskey(passkey.name)}
      operation="deletePasskey"
      input={{ id: passkey.id }}
      shown={null}
      button={texts.delete}
      kind="danger"
      onDone={refetchSecurity}
      onClose={onClose}
    >
      <p>{texts.deletePasskeyWhat}</p>
      {isLast && <p>{texts.deleteLast}</p>}
    </FormDialog>
  );
}
