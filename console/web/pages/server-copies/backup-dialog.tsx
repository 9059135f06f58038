import type { Server } from '@innkeeper/sdk/index';
import { Name } from '../../parts/name.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { texts } from './texts.ts';

/** Takes a backup now, besides the weekly ones. */
export function BackupDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  return (
    <FormDialog
      title={
        <>
          {texts.takeBackupTitle} <Name text={server.hostname} />
        </>
      }
      operation="createBackup"
      input={{ id: server.id }}
      button={texts.takeBackup}
      icon="archive"
      onClose={onClose}
    >
      <p>{copiesTexts.takeWhat}</p>
    </FormDialog>
  );
}
