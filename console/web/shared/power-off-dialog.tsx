import { useAct } from '../data/act.ts';
import { sendPowerAct } from '../data/server-acts.ts';
import { useSummary } from '../data/servers.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, Losses } from '../parts/dialog.tsx';
import { Name } from '../parts/name.tsx';
import { CallDetails } from './call.tsx';
import { texts } from './power-off-texts.ts';
import { RefusalNote } from './refusal-note.tsx';

/** Shows the dialog that asks for confirmation before a server is powered off, because the guest loses unwritten data. */
export function PowerOffDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const server = useSummary(id);
  const { run, isRunning, refusal } = useAct((_input: undefined, options) => sendPowerAct('powerOffServer', id, options));
  if (server === undefined) return null;
  const cut = async () => {
    if (await run(undefined)) onClose();
  };
  return (
    <Dialog
      title={
        <>
          {texts.title} <Name text={server.hostname} />
        </>
      }
      onClose={onClose}
      onSubmit={() => void cut()}
      actions={
        <>
          <Button onPress={onClose}>{texts.keep}</Button>
          <Button kind="danger" type="submit" busy={isRunning}>
            {texts.powerOff}
          </Button>
        </>
      }
    >
      <p>{texts.what}</p>
      <Losses rows={[['hard-drive', texts.loss]]} />
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation: 'powerOffServer', input: { id } }} />
    </Dialog>
  );
}
