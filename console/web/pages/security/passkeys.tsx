import type { Passkey } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { makePasskey } from '../../data/passkey.ts';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { formatDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { passkeysQuery, refetchSecurity } from './data.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Lists the passkeys, and adds, renames and deletes them. */
export function Passkeys() {
  const { data: passkeys } = useSuspenseQuery(passkeysQuery);
  const { installation } = useMe();
  const [open, setOpen] = useState<{ kind: 'add' } | { kind: 'rename' | 'delete'; passkey: Passkey }>();
  const close = () => setOpen(undefined);
  return (
    <Card title={texts.passkeys}>
      <ul className={css.rows}>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <b>
                <Name text={passkey.name} />
              </b>
              <small>{describe(passkey)}</small>
              {passkey.counter_regressed_at !== null && <Note tone="bad">{texts.copied}</Note>}
            </div>
            <Button kind="bare" onPress={() => setOpen({ kind: 'rename', passkey })}>
              {texts.rename}
            </Button>
            <Button kind="bare" onPress={() => setOpen({ kind: 'delete', passkey })}>
              {texts.delete}
            </Button>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <p>{passkeys.length === 0 ? `${texts.noPasskeys} ${texts.passkeysWhy}` : texts.passkeysWhy}</p>
        <Button
          icon="fingerprint-pattern"
          refusal={installation.passkeys ? undefined : texts.noPasskeysHere}
          onPress={() => setOpen({ kind: 'add' })}
        >
          {texts.addPasskey}
        </Button>
      </div>
      {open?.kind === 'add' && <AddDialog onClose={close} />}
      {open?.kind === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog passkey={open.passkey} isLast={passkeys.length === 1} onClose={close} />}
    </Card>
  );
}

function describe({ created_at, last_used_at, synced }: Passkey): string {
  const used = last_used_at === null ? texts.neverUsed : texts.lastUsed(formatDay(last_used_at));
  return [texts.added(formatDay(created_at)), used, ...(synced ? [texts.synced] : [])].join(', ');
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const { run, isRunning, refusal } = useAct(async (newName: string, options) => {
    const creation = await client.createPasskeyOptions({});
    return client.createPasskey({ name: newName, credential: await makePasskey(creation) }, options);
  });
  const add = async () => {
    if ((await run(name.trim())) === undefined) return;
    await refetchSecurity();
    onClose();
  };
  return (
    <Dialog
      title={texts.addPasskey}
      onClose={onClose}
      onSubmit={() => void add()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning}>
          {texts.addPasskey}
        </DialogActions>
      }
    >
      <TextField
        label={texts.passkeyName}
        error={refusal?.fields.name}
        value={name}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <RefusalNote refusal={refusal} fields={['credential']} />
    </Dialog>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const { run, isRunning, refusal } = useAct((newName: string, options) =>
    client.updatePasskey({ id: passkey.id, name: newName }, options),
  );
  const save = async () => {
    if ((await run(name.trim())) === undefined) return;
    await refetchSecurity();
    onClose();
  };
  return (
    <Dialog
      title={texts.rename}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning}>
          {texts.rename}
        </DialogActions>
      }
    >
      <TextField
        label={texts.passkeyName}
        error={refusal?.fields.name}
        value={name}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <RefusalNote refusal={refusal} />
    </Dialog>
  );
}

function DeleteDialog({ passkey, isLast, onClose }: { passkey: Passkey; isLast: boolean; onClose: () => void }) {
  const { run, isRunning, refusal } = useAct(async (_input: undefined, options) => {
    await client.deletePasskey({ id: passkey.id }, options);
    return true;
  });
  const remove = async () => {
    if ((await run(undefined)) === undefined) return;
    await refetchSecurity();
    onClose();
  };
  return (
    <Dialog
      title={texts.deletePasskey(passkey.name)}
      onClose={onClose}
      onSubmit={() => void remove()}
      actions={
        <DialogActions onCancel={onClose} kind="danger" busy={isRunning}>
          {texts.delete}
        </DialogActions>
      }
    >
      <p>{texts.deletePasskeyWhat}</p>
      {isLast && <p>{texts.deleteLast}</p>}
      <RefusalNote refusal={refusal} />
    </Dialog>
  );
}
