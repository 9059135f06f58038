import type { NetworkList } from '@innkeeper/sdk/index';
import { useState } from 'react';
import type { ListKind } from '../../data/protection.ts';
import { FormFrame } from '../../parts/form-frame.tsx';
import { TextArea } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/dryRunProtection.gen.ts';
import { replaceList, splitNetworks } from './changes.ts';
import { texts } from './texts.ts';
import type { PendingChange } from './use-pending-change.ts';

/** Shows the dialog that edits a whole list as text. The change is tried before it is applied. */
export function ListTextDialog({
  kind,
  list,
  hand,
  onClose,
}: {
  kind: ListKind;
  list: NetworkList;
  hand: PendingChange;
  onClose: () => void;
}) {
  const [text, setText] = useState(list.networks.join('\n'));
  const networks = splitNetworks(text);
  return (
    <FormFrame
      title={texts.editTitle(texts.lists[kind].title)}
      button={texts.tryIt}
      refusal={networks.length === 0 ? texts.addFirst : undefined}
      busy={hand.isTrying}
      onSend={() => hand.begin(replaceList(kind, networks))}
      onClose={onClose}
    >
      <TextArea
        label={texts.networks}
        hint={texts.editHint}
        error={hand.fieldError}
        rule={fields[kind]}
        sent={networks}
        rows={10}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormFrame>
  );
}
