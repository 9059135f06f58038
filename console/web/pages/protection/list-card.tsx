import type { IpAddress, NetworkList } from '@innkeeper/sdk/index';
import { useState } from 'react';
import type { ListKind } from '../../data/protection.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Tag } from '../../parts/state.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/dryRunProtection.gen.ts';
import { CallDialog } from '../../shared/call.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { addNetworks, clearList, type Lists, removeNetwork, splitNetworks, switchList } from './changes.ts';
import { ListTextDialog } from './list-text-dialog.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';
import { usePendingChange, useRefusalOfChange } from './use-pending-change.ts';

/** Maximum number of networks on the card. The text contains all of them. */
const MAX_SHOWN = 12;

const EXAMPLES = {
  blacklist: ['setBlacklist', 'updateBlacklist', 'deleteBlacklist'],
  whitelist: ['setWhitelist', 'updateWhitelist', 'deleteWhitelist'],
} as const;

/** Shows a list of an address, and changes it. Each change is first tried on the last hour. */
export function ListCard({
  address,
  kind,
  list,
  lists,
}: {
  address: IpAddress;
  kind: ListKind;
  list: NetworkList;
  lists: Lists;
}) {
  const words = texts.lists[kind];
  const [typed, setTyped] = useState('');
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState<'text' | 'calls'>();
  const pendingChange = usePendingChange(address.id);
  const [set, update, remove] = EXAMPLES[kind];
  const refusal = useRefusalOfChange(address)(set);
  const networks = splitNetworks(typed);
  const addition = addNetworks(kind, list, networks);
  const { id } = address;
  return (
    <Card
      title={words.title}
      side={
        <>
          <Tag tone={list.active ? 'ok' : 'off'}>{list.active ? texts.on : texts.off}</Tag>
          <Button
            icon="ellipsis"
            kind="bare"
            label={texts.acts(words.title.toLowerCase())}
            expanded={anchor !== undefined}
            onPress={setAnchor}
          />
        </>
      }
    >
      <div className={css.form}>
        <p className="soft">{words.what}</p>
        {list.networks.length === 0 ? (
          <p className="faint">{words.empty}</p>
        ) : (
          <ul className={css.chips} aria-label={words.title}>
            {list.networks.slice(0, MAX_SHOWN).map((network) => (
              <li key={network}>
                <span className="mono">{network}</span>
                <Button
                  icon="x"
                  kind="bare"
                  label={words.remove(network)}
                  refusal={refusal}
                  busy={pendingChange.isTrying}
                  onPress={() => pendingChange.begin(removeNetwork(kind, list, network))}
                />
              </li>
            ))}
            {list.networks.length > MAX_SHOWN && <li>{texts.more(list.networks.length - MAX_SHOWN)}</li>}
          </ul>
        )}
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (refusal === undefined && networks.length > 0) pendingChange.begin(addition);
          }}
        >
          <TextField
            label={texts.networksTo[kind]}
            hint={!list.active && list.networks.length > 0 ? texts.isOffAlready : texts.networksHint}
            error={open === undefined ? pendingChange.fieldError : undefined}
            rule={fields[kind]}
            sent={addition.tried[kind]}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className={css.buttons}>
            <Button
              type="submit"
              refusal={refusal ?? (networks.length === 0 ? texts.addFirst : undefined)}
              busy={pendingChange.isTrying}
            >
              {texts.tryIt}
            </Button>
          </div>
        </form>
      </div>
      {anchor && (
        <Menu
          label={words.title}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          groups={[
            [
              { label: texts.editText, icon: 'pencil', refusal: refusal, onPress: () => setOpen('text') },
              {
                label: switchList(kind, list).label,
                icon: 'power',
                refusal: refusal,
                onPress: () => pendingChange.begin(switchList(kind, list)),
              },
              {
                label: words.clear,
                icon: 'trash-2',
                danger: true,
                refusal: refusal ?? (list.networks.length === 0 && !list.active ? texts.nothingToDelete : undefined),
                onPress: () => pendingChange.begin(clearList(kind)),
              },
            ],
            [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => setOpen('calls') }],
          ]}
        />
      )}
      {open === 'text' && <ListTextDialog kind={kind} list={list} hand={pendingChange} onClose={() => setOpen(undefined)} />}
      {open === 'calls' && (
        <CallDialog
          calls={[
            { operation: set, input: { id, networks: list.networks } },
            { operation: update, input: { id, add: ['198.51.100.0/24'] } },
            { operation: remove, input: { id } },
            { operation: 'dryRunProtection', input: { id, [kind]: list.networks } },
          ]}
          onClose={() => setOpen(undefined)}
        />
      )}
      {pendingChange.shown && (
        <ChangeDialog
          addressId={id}
          lists={lists}
          tried={pendingChange.shown}
          onDone={() => {
            setTyped('');
            setOpen(undefined);
          }}
          onClose={pendingChange.close}
        />
      )}
    </Card>
  );
}
