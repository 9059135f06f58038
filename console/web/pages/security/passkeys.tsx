import type { Passkey } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { passkeysQuery } from './data.ts';
import css from './page.module.css';
import { AddPasskeyDialog, DeletePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import { texts } from './texts.ts';

/** Lists the passkeys, and adds, renames and deletes them. */
export function Passkeys() {
  const { data: passkeys } = useSuspenseQuery(passkeysQuery);
  const { installation } = useMe();
  const [open, setOpen] = useState<{ kind: 'add' } | { kind: 'rename' | 'delete'; passkey: Passkey }>();
  const close = () => setOpen(undefined);
  return (
    <Card title={texts.passkeys}>
      <ul className={css.rows}>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <b>
                <Name text={passkey.name} />
              </b>
              <small>{describe(passkey)}</small>
              {passkey.counter_regressed_at !== null && <Note tone="bad">{texts.copied}</Note>}
            </div>
            <Button kind="bare" onPress={() => setOpen({ kind: 'rename', passkey })}>
              {texts.rename}
            </Button>
            <Button kind="bare" onPress={() => setOpen({ kind: 'delete', passkey })}>
              {texts.delete}
            </Button>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <p>{passkeys.length === 0 ? `${texts.noPasskeys} ${texts.passkeysWhy}` : texts.passkeysWhy}</p>
        <Button
          icon="fingerprint-pattern"
          refusal={installation.passkeys ? undefined : texts.noPasskeysHere}
          onPress={() => setOpen({ kind: 'add' })}
        >
          {texts.addPasskey}
        </Button>
      </div>
      {open?.kind === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.kind === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'delete' && <DeletePasskeyDialog passkey={open.passkey} isLast={passkeys.length === 1} onClose={close} />}
    </Card>
  );
}

function describe({ created_at, last_used_at, synced }: Passkey): string {
  const used = last_used_at === null ? texts.neverUsed : texts.lastUsed(formatDay(last_used_at));
  return [texts.added(formatDay(created_at)), used, ...(synced ? [texts.synced] : [])].join(', ');
}
