import type { Server, ServerStatus } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { copiesOfServerQuery, type DiskCopy } from '../../data/copies.ts';
import { formatAge } from '../../parts/age.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, Losses } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { useNow } from '../../parts/time.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { texts as copyTexts } from '../../shared/copies-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { imagesQuery } from './data.ts';
import { texts } from './texts.ts';

/**
 * Shows the dialog that replaces the disk by a fresh image. The dialog shows the losses in numbers, and requires the first label of the
 * hostname.
 */
export function ReinstallDialog({
  server,
  disk,
  onSnapshot,
  onClose,
}: {
  server: Server;
  disk: ServerStatus['disk'] | undefined;
  /** Opens the snapshot dialog instead. */
  onSnapshot: () => void;
  onClose: () => void;
}) {
  const { data: images = [] } = useQuery(imagesQuery);
  const { data: copies } = useQuery(copiesOfServerQuery(server.id));
  const now = useNow(60_000);
  const [imageId, setImageId] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const { run, isRunning, refusal } = useAct((input: { id: number; image_id: number }, options) =>
    client.reinstallServer(input, options),
  );
  const label = server.hostname.split('.')[0] ?? server.hostname;
  const unavailable = imageId === null ? texts.noImage : typed === label ? undefined : texts.incomplete;
  const send = async () => {
    if (imageId === null || unavailable !== undefined) return;
    if (await run({ id: server.id, image_id: imageId })) onClose();
  };
  // A usage of 0 means that it was not measured yet.
  const loss =
    disk === undefined || disk.used === 0
      ? copyTexts.lossDiskUnknown(server.actual_disk)
      : copyTexts.lossDisk(disk.used.toFixed(1), server.actual_disk);
  return (
    <Dialog
      title={texts.reinstallTitle(server.hostname)}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button kind="bare" icon="camera" onPress={onSnapshot}>
            {copyTexts.takeFirst}
          </Button>
          <span className="gap" />
          <Button onPress={onClose}>{texts.keep}</Button>
          <Button kind="danger" type="submit" busy={isRunning} refusal={unavailable}>
            {texts.reinstall}
          </Button>
        </>
      }
    >
      <p>{texts.reinstallWhat}</p>
      <Losses
        rows={[
          ['hard-drive', loss],
          ...(copies === undefined ? [] : [['archive', describeLastCopy(copies[0], now)] as const]),
          ['clock', texts.lossDown],
        ]}
      />
      <Select
        label={texts.image}
        empty=""
        value={imageId}
        options={images.map((image) => ({ value: image.id, label: image.name }))}
        onChange={setImageId}
      />
      <TextField
        label={texts.confirm(label)}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        error={refusal?.fields.image_id}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <RefusalNote refusal={refusal} fields={['ssh_keys', 'password']} />
      <CallDetails call={{ operation: 'reinstallServer', input: { id: server.id, image_id: imageId ?? undefined } }} />
    </Dialog>
  );
}

function describeLastCopy(copy: DiskCopy | undefined, now: number): string {
  return copy === undefined ? texts.noCopy : texts.lastCopy(copy.name, formatAge(copy.created_at, now));
}
