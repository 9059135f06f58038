import type { Server, ServerStatus } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { type DiskCopy, keyOfCopy } from '../../data/copies.ts';
import { formatAge } from '../../parts/age.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, Losses } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { texts as partTexts } from '../../parts/texts.ts';
import { useNow } from '../../parts/time.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts } from './texts.ts';

/** Replaces the disk by a copy. The dialog says in numbers what is lost, and wants the first label of the name. */
export function RestoreDialog({
  server,
  disk,
  copy,
  newest,
  onSnapshot,
  onClose,
}: {
  server: Server;
  /** Figures of the disk, once they are read. A use of 0 means that it was not measured yet. */
  disk: ServerStatus['disk'] | undefined;
  copy: DiskCopy;
  /** The newest copy of this server. */
  newest: DiskCopy | undefined;
  /** Leads to a snapshot instead. */
  onSnapshot: () => void;
  onClose: () => void;
}) {
  const now = useNow(60_000);
  const [typed, setTyped] = useState('');
  const { run, isRunning, refusal } = useAct((input: Parameters<typeof client.restoreServer>[0], options) =>
    client.restoreServer(input, options),
  );
  const label = server.hostname.split('.')[0] ?? server.hostname;
  const unavailable = typed === label ? undefined : texts.incomplete;
  const field = copy.kind === 'snapshot' ? 'snapshot_id' : 'backup_id';
  const input = { id: server.id, [field]: copy.id };
  const restore = async () => {
    if (unavailable !== undefined) return;
    if (await run(input)) onClose();
  };
  const age = formatAge(copy.created_at, now);
  const since =
    newest === undefined || keyOfCopy(newest) === keyOfCopy(copy)
      ? texts.lossSince(age)
      : texts.lossSinceNewer(age, newest.name, formatAge(newest.created_at, now));
  return (
    <Dialog
      title={
        <>
          {texts.restoreTitle} <Name text={server.hostname} /> {texts.restoreFrom} <Name text={copy.name} />
        </>
      }
      onClose={onClose}
      onSubmit={() => void restore()}
      actions={
        <>
          <Button kind="bare" icon="camera" onPress={onSnapshot}>
            {copiesTexts.takeFirst}
          </Button>
          <span className="gap" />
          <Button onPress={onClose}>{partTexts.cancel}</Button>
          <Button kind="danger" type="submit" busy={isRunning} refusal={unavailable}>
            {texts.restore}
          </Button>
        </>
      }
    >
      <p>{texts.restoreWhat(copy.kind)}</p>
      <Losses
        rows={[
          [
            'hard-drive',
            disk === undefined || disk.used === 0
              ? copiesTexts.lossDiskUnknown(server.actual_disk)
              : copiesTexts.lossDisk(disk.used.toFixed(1), server.actual_disk),
          ],
          ['archive', since],
          ['clock', texts.lossDown],
        ]}
      />
      <TextField
        label={texts.confirm(label)}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        error={refusal?.fields[field]}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation: 'restoreServer', input }} />
    </Dialog>
  );
}
