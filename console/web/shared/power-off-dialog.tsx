import { useSummary } from '../data/servers.ts';
import { Losses } from '../parts/losses.tsx';
import { Name } from '../parts/name.tsx';
import { FormDialog } from './form-dialog.tsx';
import { texts } from './power-off-texts.ts';

/** Shows the dialog that asks for confirmation before a server is powered off, because the guest loses unwritten data. */
export function PowerOffDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const server = useSummary(id);
  if (server === undefined) return null;
  return (
    <FormDialog
      title={
        <>
          {texts.title} <Name text={server.hostname} />
        </>
      }
      operation="powerOffServer"
      input={{ id }}
      button={texts.powerOff}
      kind="danger"
      cancel={texts.keep}
      onClose={onClose}
    >
      <p>{texts.what}</p>
      <Losses rows={[['hard-drive', texts.loss]]} />
    </FormDialog>
  );
}
