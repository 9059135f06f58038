import type { ServerSummary } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useRefusalOf } from '../data/server-acts.ts';
import { useSummary } from '../data/servers.ts';
import { Name } from '../parts/name.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import { fields } from '../rules/fields/createSnapshot.gen.ts';
import { texts } from './copies-texts.ts';
import { FormDialog } from './form-dialog.tsx';

/** Shows the dialog that takes a snapshot of one of these servers. The dialog offers a choice if there are several servers. */
export function SnapshotDialog({
  servers,
  onClose,
}: {
  servers: readonly Pick<ServerSummary, 'id' | 'hostname'>[];
  onClose: () => void;
}) {
  const [id, setId] = useState(servers.length === 1 ? servers[0]?.id : undefined);
  const [name, setName] = useState('');
  const server = useSummary(id ?? 0);
  const refusalOf = useRefusalOf();
  return (
    <FormDialog
      title={
        <>
          {id === undefined ? texts.take : texts.takeTitle} {server && <Name text={server.hostname} />}
        </>
      }
      operation="createSnapshot"
      input={id === undefined ? undefined : { id, name: name.trim() }}
      button={texts.take}
      icon="camera"
      refusal={id === undefined ? texts.chooseServer : server && refusalOf('createSnapshot', server)}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <p>{texts.takeWhat}</p>
          {servers.length > 1 && (
            <Select
              label={texts.takeServer}
              empty={texts.chooseServerShort}
              value={id ?? null}
              options={servers.map((option) => ({ value: option.id, label: option.hostname }))}
              onChange={(chosen) => setId(chosen ?? undefined)}
            />
          )}
          <TextField
            label={texts.takeName}
            hint={texts.takeNameHint}
            error={refusal?.fields.name}
            rule={fields.name}
            sent={name.trim()}
            value={name}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
