import type { ServerSummary } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../data/act.ts';
import { client } from '../data/client.ts';
import { useRefusalOf } from '../data/server-acts.ts';
import { useSummary } from '../data/servers.ts';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Name } from '../parts/name.tsx';
import { Select } from '../parts/select.tsx';
import { CallDetails } from './call.tsx';
import { texts } from './copies-texts.ts';
import { RefusalNote } from './refusal-note.tsx';

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
  const { run, isRunning, refusal } = useAct((input: { id: number; name: string }, options) =>
    client.createSnapshot(input, options),
  );
  const unavailable = id === undefined ? texts.chooseServer : server && refusalOf('createSnapshot', server);
  const take = async () => {
    if (id === undefined || unavailable !== undefined) return;
    if (await run({ id, name: name.trim() })) onClose();
  };
  return (
    <Dialog
      title={
        <>
          {id === undefined ? texts.take : texts.takeTitle} {server && <Name text={server.hostname} />}
        </>
      }
      onClose={onClose}
      onSubmit={() => void take()}
      actions={
        <DialogActions onCancel={onClose} icon="camera" busy={isRunning} refusal={unavailable}>
          {texts.take}
        </DialogActions>
      }
    >
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
        value={name}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
      <RefusalNote refusal={refusal} />
      {id !== undefined && <CallDetails call={{ operation: 'createSnapshot', input: { id, name: name.trim() } }} />}
    </Dialog>
  );
}
