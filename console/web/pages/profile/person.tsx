import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../data/query.ts';
import { useMe } from '../../data/session.ts';
import { emailChangeQuery } from '../../data/user.ts';
import { Card, Facts } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/createEmailChange.gen.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import css from './page.module.css';
import { PendingChange } from './pending-change.tsx';
import { texts } from './texts.ts';

/** Shows the name and the address of the person, and changes the address with links in two mails. */
export function Person({ email }: { email: string }) {
  const { user, session } = useMe();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Card title={texts.person} padded>
        <div className={css.form}>
          <Facts
            rows={[
              [
                texts.name,
                <>
                  <Name text={user.name} />
                  <small className={css.hint}>{texts.nameHint}</small>
                </>,
              ],
              [
                texts.email,
                <>
                  {email}
                  <small className={css.hint}>{texts.emailHint}</small>
                </>,
              ],
            ]}
          />
          <div>
            <Button icon="pencil" refusal={session.single_sign_on ? texts.managed : undefined} onPress={() => setOpen(true)}>
              {texts.changeEmail}
            </Button>
          </div>
        </div>
      </Card>
      {!session.single_sign_on && <Pending email={email} />}
      {isOpen && <ChangeDialog email={email} onClose={() => setOpen(false)} />}
    </>
  );
}

function Pending({ email }: { email: string }) {
  const { data: pending } = useSuspenseQuery(emailChangeQuery);
  return pending && <PendingChange change={pending} email={email} />;
}

function ChangeDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [next, setNext] = useState('');
  return (
    <FormDialog
      title={texts.changeEmail}
      operation="createEmailChange"
      input={{ email: next.trim() }}
      button={texts.sendLinks}
      onDone={({ pending }) => queryClient.setQueryData(emailChangeQuery.queryKey, pending)}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          <p>{texts.changeWhat(email)}</p>
          <TextField
            label={texts.newEmail}
            type="text"
            inputMode="email"
            autoComplete="email"
            error={refusal?.fields.email}
            rule={fields.email}
            sent={next.trim()}
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
