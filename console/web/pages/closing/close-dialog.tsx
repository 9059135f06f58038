import type { AccountClosure } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { refetchClosure } from '../../data/account.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useMe } from '../../data/session.ts';
import { Losses } from '../../parts/losses.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/createAccountClosure.gen.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { Obstacles, splitObstacles } from './obstacles.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that closes the account, or what must be settled before. */
export function CloseDialog({ closure, onClose }: { closure: AccountClosure; onClose: () => void }) {
  const { user } = useMe();
  const refusalOf = useRefusalOfAct();
  const [typed, setTyped] = useState('');
  const { settle, wait } = splitObstacles(closure.obstacles);
  const unavailable =
    refusalOf('createAccountClosure') ??
    (settle.length > 0 ? texts.cannotYet : undefined) ??
    (typed.toLowerCase() === user.email.toLowerCase() ? undefined : texts.incomplete);
  return (
    <FormDialog
      title={texts.closingTitle}
      operation="createAccountClosure"
      input={{ email: typed }}
      shown={{ email: user.email }}
      button={texts.close}
      kind="danger"
      refusal={unavailable}
      onDone={refetchClosure}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <Obstacles label={texts.obstaclesTitle} obstacles={settle} />
          <Obstacles label={texts.endTitle} obstacles={wait} />
          {settle.length === 0 && (
            <>
              <Losses
                rows={[
                  ['lock', texts.loseReadOnly],
                  ['user', texts.loseAccess],
                  ['trash-2', texts.loseData],
                ]}
              />
              <TextField
                label={texts.typeEmail(user.email)}
                error={refusal?.fields.email}
                rule={fields.email}
                value={typed}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value.trim())}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
