import type { ProtectionEffect } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useClientAddress } from '../../data/own-address.ts';
import { PROTECTION_KEY } from '../../data/protection.ts';
import { queryClient } from '../../data/query.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { formatTime } from '../../parts/format.ts';
import { formatBytes } from '../../parts/format-bytes.ts';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { type Change, dropsAddress, type Lists } from './changes.ts';
import css from './page.module.css';
import { texts } from './texts.ts';
import type { ChangeWithEffect } from './use-pending-change.ts';

/** Shows what a change would have dropped in the last hour, and applies the change. */
export function ChangeDialog({
  addressId,
  lists,
  tried: { change, effect },
  onDone,
  onClose,
}: {
  addressId: number;
  lists: Lists;
  tried: ChangeWithEffect;
  onDone?: () => void;
  onClose: () => void;
}) {
  const own = useClientAddress();
  const { run, isRunning, refusal } = useAct(async ({ operation, input }: Change, options) => {
    const send = client[operation] as (input: object, given: typeof options) => Promise<unknown>;
    await send({ id: addressId, ...input }, options);
    return true;
  });
  const send = async () => {
    if ((await run(change)) === undefined) return;
    onClose();
    onDone?.();
    await queryClient.invalidateQueries({ queryKey: [PROTECTION_KEY, addressId] });
  };
  return (
    <Dialog
      title={change.label}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <DialogActions onCancel={onClose} kind={change.danger ? 'danger' : 'main'} busy={isRunning}>
          {change.label}
        </DialogActions>
      }
    >
      <Card title={texts.effect} padded>
        <Effect effect={effect} withoutGeo={change.withoutGeo === true} />
      </Card>
      {dropsAddress(lists, change.tried, own) && (
        <Note tone="bad" icon="shield-alert" alert>
          {texts.blocksYou(own ?? '')}
        </Note>
      )}
      <RefusalNote refusal={refusal} fields="all" />
      <CallDetails call={{ operation: change.operation, input: { id: addressId, ...change.input } }} />
    </Dialog>
  );
}

const count = new Intl.NumberFormat('en-GB');

/** Shows the outcome of a dry run in words. */
function Effect({ effect, withoutGeo }: { effect: ProtectionEffect | undefined; withoutGeo: boolean }) {
  if (effect === undefined) return <p>{texts.notTried}</p>;
  const { recorded_since: since, packets, unknown_packets: unknown } = effect;
  if (since === null) return <p>{texts.notRecorded}</p>;
  const sources = [count.format(effect.dropped_sources), count.format(effect.sources)] as const;
  const share = Math.round((100 * unknown) / Math.max(1, packets + unknown));
  return (
    <div className={css.effect}>
      <p>
        <b>{withoutGeo ? texts.dropsNow(...sources) : texts.drops(...sources)}</b>{' '}
        {texts.dropsBytes(formatBytes(effect.dropped_bytes), formatBytes(effect.bytes))}
      </p>
      <p className="soft">
        {texts.since(formatTime(since))} {share > 0 && texts.unknown(String(share))}
      </p>
    </div>
  );
}
