import type { Input, ProtectionEffect } from '@innkeeper/sdk/index';
import { useClientAddress } from '../../data/own-address.ts';
import { PROTECTION_KEY } from '../../data/protection.ts';
import { queryClient } from '../../data/query.ts';
import { Card, Note } from '../../parts/box.tsx';
import { formatTime } from '../../parts/format.ts';
import { formatBytes } from '../../parts/format-bytes.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { type ChangeOperation, dropsAddress, type Lists } from './changes.ts';
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
  return (
    <FormDialog
      title={change.label}
      operation={change.operation}
      input={{ id: addressId, ...change.input } as Input<ChangeOperation>}
      button={change.label}
      kind={change.danger ? 'danger' : 'main'}
      noteFields="all"
      onClosed={async () => {
        onDone?.();
        await queryClient.invalidateQueries({ queryKey: [PROTECTION_KEY, addressId] });
      }}
      onClose={onClose}
    >
      <Card title={texts.effect} padded>
        <Effect effect={effect} withoutGeo={change.withoutGeo === true} />
      </Card>
      {dropsAddress(lists, change.tried, own) && (
        <Note tone="bad" icon="shield-alert" alert>
          {texts.blocksYou(own ?? '')}
        </Note>
      )}
    </FormDialog>
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
