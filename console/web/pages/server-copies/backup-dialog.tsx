import type { Server } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { Name } from '../../parts/name.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts } from './texts.ts';

/** Takes a backup now, besides the weekly ones. */
export function BackupDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  const { run, isRunning, refusal } = useAct((id: number, options) => client.createBackup({ id }, options));
  const take = async () => {
    if (await run(server.id)) onClose();
  };
  return (
    <Dialog
      title={
        <>
          {texts.takeBackupTitle} <Name text={server.hostname} />
        </>
      }
      onClose={onClose}
      onSubmit={() => void take()}
      actions={
        <DialogActions onCancel={onClose} icon="archive" busy={isRunning}>
          {texts.takeBackup}
        </DialogActions>
      }
    >
      <p>{copiesTexts.takeWhat}</p>
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation: 'createBackup', input: { id: server.id } }} />
    </Dialog>
  );
}
