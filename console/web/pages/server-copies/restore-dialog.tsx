import type { Server } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DiskCopy, keyOfCopy } from '../../data/copies.ts';
import { serverStatusQuery } from '../../data/servers.ts';
import { formatAge } from '../../parts/age.ts';
import { Button } from '../../parts/button.tsx';
import { Losses } from '../../parts/losses.tsx';
import { Name } from '../../parts/name.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useNow } from '../../parts/time.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { texts } from './texts.ts';

/** Replaces the disk by a copy. The dialog says in numbers what is lost, and wants the first label of the name. */
export function RestoreDialog({
  server,
  copy,
  newest,
  onSnapshot,
  onClose,
}: {
  server: Server;
  copy: DiskCopy;
  /** The newest copy of this server. */
  newest: DiskCopy | undefined;
  /** Leads to a snapshot instead. */
  onSnapshot: () => void;
  onClose: () => void;
}) {
  const { data: status } = useQuery({ ...serverStatusQuery(server.id), enabled: server.status === 'active' });
  // Undefined until it is read. A use of 0 means that it was not measured yet.
  const disk = status?.disk;
  const now = useNow(60_000);
  const [typed, setTyped] = useState('');
  const label = server.hostname.split('.')[0] ?? server.hostname;
  const field = copy.kind === 'snapshot' ? 'snapshot_id' : 'backup_id';
  const age = formatAge(copy.created_at, now);
  const since =
    newest === undefined || keyOfCopy(newest) === keyOfCopy(copy)
      ? texts.lossSince(age)
      : texts.lossSinceNewer(age, newest.name, formatAge(newest.created_at, now));
  return (
    <FormDialog
      title={
        <>
          {texts.restoreTitle} <Name text={server.hostname} /> {texts.restoreFrom} <Name text={copy.name} />
        </>
      }
      operation="restoreServer"
      input={{ id: server.id, [field]: copy.id }}
      button={texts.restore}
      kind="danger"
      refusal={typed === label ? undefined : texts.incomplete}
      instead={
        <Button kind="bare" icon="camera" onPress={onSnapshot}>
          {copiesTexts.takeFirst}
        </Button>
      }
      onClose={onClose}
    >
      {(refusal) => (
        <>
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
            rule="unsent"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            error={refusal?.fields[field]}
            onChange={(event) => setTyped(event.target.value.trim())}
          />
        </>
      )}
    </FormDialog>
  );
}
