import type { Server, ServerImage, ServerStatus } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copiesOfServerQuery, type DiskCopy } from '../../data/copies.ts';
import { formatAge } from '../../parts/age.ts';
import { Button } from '../../parts/button.tsx';
import { Losses } from '../../parts/losses.tsx';
import { Select, type SelectOption } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useNow } from '../../parts/time.tsx';
import { fields } from '../../rules/fields/reinstallServer.gen.ts';
import { texts as copyTexts } from '../../shared/copies-texts.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { UserDataField, userDataIn } from '../../shared/user-data-field.tsx';
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
  const [script, setScript] = useState('');
  const label = server.hostname.split('.')[0] ?? server.hostname;
  // A usage of 0 means that it was not measured yet.
  const loss =
    disk === undefined || disk.used === 0
      ? copyTexts.lossDiskUnknown(server.actual_disk)
      : copyTexts.lossDisk(disk.used.toFixed(1), server.actual_disk);
  return (
    <FormDialog
      title={texts.reinstallTitle(server.hostname)}
      operation="reinstallServer"
      input={imageId === null ? undefined : { id: server.id, image_id: imageId, ...userDataIn(script) }}
      shown={{ id: server.id, image_id: imageId ?? undefined, ...userDataIn(script) }}
      button={texts.reinstall}
      kind="danger"
      refusal={imageId === null ? texts.noImage : typed === label ? undefined : texts.incomplete}
      cancel={texts.keep}
      instead={
        <Button kind="bare" icon="camera" onPress={onSnapshot}>
          {copyTexts.takeFirst}
        </Button>
      }
      noteFields={['ssh_keys', 'password']}
      onClose={onClose}
    >
      {(refusal) => (
        <>
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
            options={images.map((image) => optionOf(image, Number(server.actual_disk)))}
            onChange={setImageId}
          />
          <UserDataField
            value={script}
            rule={fields.startup_script}
            error={refusal?.fields.startup_script}
            onChange={setScript}
          />
          <TextField
            label={texts.confirm(label)}
            rule="unsent"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            error={refusal?.fields.image_id}
            onChange={(event) => setTyped(event.target.value.trim())}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Returns the choice of an image. An image that needs a larger disk cannot be chosen. */
function optionOf({ id, name, minimum_disk }: ServerImage, diskGb: number): SelectOption<number> {
  const lack = minimum_disk !== null && minimum_disk > diskGb ? texts.needsDisk(name, minimum_disk) : undefined;
  return { value: id, label: lack ?? name, disabled: lack !== undefined };
}

function describeLastCopy(copy: DiskCopy | undefined, now: number): string {
  return copy === undefined ? texts.noCopy : texts.lastCopy(copy.name, formatAge(copy.created_at, now));
}
