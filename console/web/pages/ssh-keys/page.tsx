import type { SshKey } from '@innkeeper/sdk/index';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { fingerprintOf } from '../../data/ssh-key-text.ts';
import { keysQuery } from '../../data/ssh-keys.ts';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Name } from '../../parts/name.tsx';
import { CallDialog } from '../../shared/call.tsx';
import { Cell, EmptyListing, Listing, ListingHead } from '../../shared/listing.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { showToast } from '../../shared/toast.tsx';
import { AddKeyDialog, DeleteKeyDialog, EditKeyDialog } from './key-dialogs.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/ssh-keys';
export const load = () => queryClient.prefetchQuery(keysQuery);

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete' | 'calls'; key: SshKey };

const EXAMPLE = { name: 'laptop', key: 'ssh-ed25519 AAAA…' };

const COLUMNS = [
  { kind: 'main', title: texts.columns.name },
  { kind: 'sub', title: texts.columns.fingerprints },
  { kind: 'side', title: texts.columns.servers },
  { kind: 'acts', title: texts.columns.acts },
] as const;

/** Lists the SSH keys of the account, and adds, changes and deletes them. */
export function Page() {
  const { data: keys } = useSuspenseQuery(keysQuery);
  const refusalOf = useRefusalOfAct();
  const [open, setOpen] = useState<OpenDialog>();
  const [menu, setMenu] = useState<{ sshKey: SshKey; anchor: HTMLElement }>();
  const close = () => setOpen(undefined);
  const add = (
    <Button icon="plus" kind="main" refusal={refusalOf('addSshKey')} onPress={() => setOpen({ kind: 'add' })}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <ListingHead title={texts.title} count={keys.length === 0 ? undefined : keys.length}>
        {keys.length > 0 && add}
      </ListingHead>
      {keys.length === 0 ? (
        <EmptyListing sentence={texts.empty} call={{ operation: 'addSshKey', input: EXAMPLE }}>
          {add}
        </EmptyListing>
      ) : (
        <Listing label={texts.title} columns={COLUMNS} foot={texts.foot}>
          {keys.map((key) => (
            <tr key={key.id}>
              <Cell kind="main">
                <Name text={key.name} />
              </Cell>
              <Cell kind="sub">
                <Fingerprints sshKey={key} />
              </Cell>
              <Cell kind="side">{texts.servers(key.servers.length)}</Cell>
              <Cell kind="acts">
                <Button
                  icon="ellipsis"
                  kind="bare"
                  label={texts.acts(key.name)}
                  expanded={menu?.sshKey.id === key.id}
                  onPress={(anchor) => setMenu({ sshKey: key, anchor })}
                />
              </Cell>
            </tr>
          ))}
        </Listing>
      )}
      {menu && <KeyMenu {...menu} onOpen={setOpen} onClose={() => setMenu(undefined)} />}
      {open?.kind === 'add' && <AddKeyDialog onClose={close} />}
      {open?.kind === 'edit' && <EditKeyDialog sshKey={open.key} onClose={close} />}
      {open?.kind === 'delete' && <DeleteKeyDialog sshKey={open.key} onClose={close} />}
      {open?.kind === 'calls' && (
        <CallDialog
          calls={[
            { operation: 'updateSshKey', input: { id: open.key.id, name: open.key.name } },
            { operation: 'deleteSshKey', input: { id: open.key.id } },
          ]}
          onClose={close}
        />
      )}
    </>
  );
}

function KeyMenu({
  sshKey,
  anchor,
  onOpen,
  onClose,
}: {
  sshKey: SshKey;
  anchor: HTMLElement;
  onOpen: (opened: OpenDialog) => void;
  onClose: () => void;
}) {
  const refusalOf = useRefusalOfAct();
  const copy = () => {
    navigator.clipboard.writeText(sshKey.key).then(
      () => showToast('ok', texts.keyCopied),
      () => undefined,
    );
  };
  return (
    <Menu
      label={sshKey.name}
      anchor={anchor}
      onClose={onClose}
      groups={[
        [
          { label: texts.copyKey, icon: 'copy', onPress: copy },
          {
            label: texts.edit,
            icon: 'pencil',
            refusal: refusalOf('updateSshKey'),
            onPress: () => onOpen({ kind: 'edit', key: sshKey }),
          },
          {
            label: texts.delete,
            icon: 'trash-2',
            danger: true,
            refusal: refusalOf('deleteSshKey'),
            onPress: () => onOpen({ kind: 'delete', key: sshKey }),
          },
        ],
        [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => onOpen({ kind: 'calls', key: sshKey }) }],
      ]}
    />
  );
}

/** Shows the fingerprint of current programs, and the older one of the API. */
function Fingerprints({ sshKey: { key, fingerprint } }: { sshKey: SshKey }) {
  const { data: sha256 } = useQuery({
    queryKey: ['ssh-fingerprint', key],
    queryFn: async () => (await fingerprintOf(key)) ?? null,
  });
  return (
    <div className={css.prints}>
      {sha256 && <Copy text={sha256} />}
      <span className="mono faint hide-phone">MD5:{fingerprint}</span>
    </div>
  );
}
