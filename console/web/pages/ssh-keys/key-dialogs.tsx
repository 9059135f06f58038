import type { SshKey } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { isPrivateKey } from '../../data/ssh-key-text.ts';
import { keysQuery } from '../../data/ssh-keys.ts';
import { Note } from '../../parts/box.tsx';
import { Name } from '../../parts/name.tsx';
import { Link } from '../../router/router.tsx';
import { fields as addFields } from '../../rules/fields/addSshKey.gen.ts';
import { fields } from '../../rules/fields/updateSshKey.gen.ts';
import { DeleteDialog } from '../../shared/delete-dialog.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { type KeyDraft, KeyFields, toKey } from '../../shared/key-fields.tsx';
import { texts as sshKeysTexts } from '../../shared/ssh-keys-texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Maximum number of server names in the dialog. */
const MAX_SERVERS = 8;

const reread = () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });

/** Shows the dialog that adds a key to the account. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<KeyDraft>({ name: '', key: '' });
  return (
    <FormDialog
      title={texts.add}
      operation="addSshKey"
      input={isPrivateKey(draft.key) ? undefined : toKey(draft)}
      button={sshKeysTexts.saveKey}
      onDone={reread}
      onClose={onClose}
    >
      {(refusal) => <KeyFields draft={draft} refusal={refusal} rules={addFields} onChange={setDraft} />}
    </FormDialog>
  );
}

/** Shows the dialog that renames or replaces a key. */
export function EditKeyDialog({ sshKey, onClose }: { sshKey: SshKey; onClose: () => void }) {
  const [draft, setDraft] = useState<KeyDraft>({ name: sshKey.name, key: sshKey.key });
  const { name, key } = toKey(draft);
  const isReplaced = key !== sshKey.key;
  const input = { id: sshKey.id, ...(name === sshKey.name ? {} : { name }), ...(isReplaced ? { key } : {}) };
  return (
    <FormDialog
      title={
        <>
          {texts.editTitle}: <Name text={sshKey.name} />
        </>
      }
      operation="updateSshKey"
      input={isPrivateKey(key) ? undefined : input}
      button={texts.save}
      refusal={name === sshKey.name && !isReplaced ? texts.unchanged : undefined}
      onDone={reread}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <KeyFields draft={draft} refusal={refusal} rules={fields} onChange={setDraft} />
          {isReplaced && sshKey.servers.length > 0 && <Note>{texts.serversKeepOld(sshKey.servers.length)}</Note>}
        </>
      )}
    </FormDialog>
  );
}

/** Shows the dialog that deletes a key from the account. The dialog names the servers that still accept the key. */
export function DeleteKeyDialog({ sshKey, onClose }: { sshKey: SshKey; onClose: () => void }) {
  const { data: key = sshKey } = useQuery({
    queryKey: ['ssh-key', sshKey.id],
    queryFn: ({ signal }) => client.getSshKey({ id: sshKey.id }, { signal }),
    staleTime: 0,
  });
  return (
    <DeleteDialog
      title={texts.deleteTitle}
      name={sshKey.name}
      operation="deleteSshKey"
      id={sshKey.id}
      lists={{ queryKey: keysQuery.queryKey }}
      onClose={onClose}
    >
      <p>{texts.deleteWhat}</p>
      {key.servers.length === 0 ? (
        <p>{texts.noServer}</p>
      ) : (
        <Note tone="bad">
          {texts.serversKeep(key.servers.length)}
          <span className={css.servers}>
            {key.servers.slice(0, MAX_SERVERS).map(({ id, hostname }) => (
              <Link key={id} to={`/servers/${id}/access`} className="link">
                <Name text={hostname} />
              </Link>
            ))}
            {key.servers.length > MAX_SERVERS && texts.moreServers(key.servers.length - MAX_SERVERS)}
          </span>
        </Note>
      )}
    </DeleteDialog>
  );
}
