import type { Server } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { refetchBilling } from '../../data/billing.ts';
import { client } from '../../data/client.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { useSummary } from '../../data/servers.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatLongDay } from '../../parts/format.ts';
import { CallDetails } from '../../shared/call.tsx';
import { texts as cancelTexts } from '../../shared/cancel-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { CancelServerDialog } from './cancel-dialog.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows the card that cancels a server, or undoes a cancellation. */
export function CancellationCard({ server }: { server: Server }) {
  const refusalOf = useRefusalOf();
  const summary = useSummary(server.id) ?? server;
  const [isOpen, setOpen] = useState(false);
  const undo = useAct(async (id: number, options) => {
    await client.undoCancelServer({ id }, options);
    return true;
  });
  const { cancel_request: request, expiry_at: expiry, status } = server;
  const takeBack = async () => {
    if (await undo.run(server.id)) await refetchBilling(server.id);
  };
  if (status === 'terminated') return null;
  return (
    <Card title={texts.end} padded>
      <div className={css.form}>
        {request === null ? (
          <p className="soft">{texts.endWhat}</p>
        ) : (
          <Note>
            {request.now === 1 || status === 'suspended' || expiry === null ? texts.endsNow : texts.endsAt(formatLongDay(expiry))}
          </Note>
        )}
        <RefusalNote refusal={undo.refusal} />
        <div className={css.buttons}>
          {request !== null && (
            <Button
              icon="rotate-cw"
              busy={undo.isRunning}
              refusal={refusalOf('undoCancelServer', summary)}
              onPress={() => void takeBack()}
            >
              {texts.undo}
            </Button>
          )}
          {request?.now !== 1 && (
            <Button
              kind={request === null ? undefined : 'bare'}
              refusal={refusalOf('cancelServer', summary)}
              onPress={() => setOpen(true)}
            >
              {request === null ? texts.cancel : cancelTexts.cancelNow}
            </Button>
          )}
        </div>
        {request !== null && <CallDetails call={{ operation: 'undoCancelServer', input: { id: server.id } }} />}
      </div>
      {isOpen && (
        <CancelServerDialog
          server={server}
          onDone={() => {
            setOpen(false);
            void refetchBilling(server.id);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
