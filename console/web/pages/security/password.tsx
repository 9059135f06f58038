import { useState } from 'react';
import { useMe } from '../../data/session.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { fields } from '../../rules/fields/changePassword.gen.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { showToast } from '../../shared/toast.tsx';
import { refetchSecurity } from './data.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows the card that sets or changes the password. */
export function PasswordCard() {
  const { user } = useMe();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={texts.password}>
      <div className={css.foot}>
        <p>{user.has_password ? texts.hasPassword : texts.noPassword}</p>
        <Button icon="key-round" onPress={() => setOpen(true)}>
          {user.has_password ? texts.changePassword : texts.setPassword}
        </Button>
      </div>
      {isOpen && <PasswordDialog hasPassword={user.has_password} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function PasswordDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const title = hasPassword ? texts.changePassword : texts.setPassword;
  return (
    <FormDialog
      title={title}
      operation="changePassword"
      input={{ password: next, ...(hasPassword ? { current_password: current } : {}) }}
      shown={null}
      button={title}
      onDone={() => {
        showToast('ok', texts.passwordDone);
        return refetchSecurity();
      }}
      onClose={onClose}
    >
      {(refusal) => (
        <>
          {hasPassword && (
            <TextField
              label={texts.currentPassword}
              type="password"
              autoComplete="current-password"
              error={refusal?.fields.current_password}
              rule={fields.current_password}
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
          <TextField
            label={texts.newPassword}
            hint={texts.passwordHint}
            type="password"
            autoComplete="new-password"
            error={refusal?.fields.password}
            rule={fields.password}
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
