import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { showRefusal } from '../../shared/toast.tsx';
import { refetchSecurity } from './data.ts';
import { CodesDialog, OffDialog, SetUpDialog } from './factor-dialogs.tsx';
import css from './page.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { texts } from './texts.ts';
import { useRecoveryCodes } from './use-recovery-codes.ts';

/** Shows the card that turns the second factor on and off, and creates recovery codes. */
export function SecondFactor() {
  const { user } = useMe();
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off'>();
  const { create, codes, areStored, setStored } = useRecoveryCodes();
  const close = () => setOpen(undefined);
  const openCodes = () => {
    create.clear();
    setOpen('codes');
  };
  const state = user.two_factor ? texts.factorOn : user.email_code ? texts.factorByMail : texts.factorOff;
  const isNoneLeft = user.recovery_codes_left === 0;
  return (
    <Card title={texts.factor}>
      <div className={css.foot}>
        <p>
          {state}
          {user.two_factor && !isNoneLeft && areStored && ` ${texts.codesLeft(user.recovery_codes_left)}`}
        </p>
        {user.two_factor ? (
          <>
            <Button onPress={openCodes}>{texts.newCodes}</Button>
            <Button kind="bare" onPress={() => setOpen('off')}>
              {texts.turnOff}
            </Button>
          </>
        ) : (
          <>
            <Button icon="keyboard" onPress={() => setOpen('set-up')}>
              {texts.setUp}
            </Button>
            <MailCodes isOn={user.email_code} />
          </>
        )}
      </div>
      {user.two_factor && (isNoneLeft || !areStored) && (
        <div className={css.foot}>
          <Note tone="busy">{isNoneLeft ? texts.noCodesLeft : texts.codesNotStored}</Note>
        </div>
      )}
      {open === 'set-up' && <SetUpDialog onClose={close} createCodes={() => create.run(null)} />}
      {open === 'codes' && <CodesDialog create={create} onClose={close} />}
      {open === 'off' && <OffDialog onClose={close} onDone={setStored} />}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={setStored} />}
    </Card>
  );
}

/** Shows the button that turns codes by email on and off. Codes of an app replace codes by email. */
function MailCodes({ isOn }: { isOn: boolean }) {
  const { run, isRunning } = useAct(
    (input: { email_otp_enabled: boolean }, options) => client.updateUser(input, options),
    showRefusal,
  );
  const change = async () => {
    if ((await run({ email_otp_enabled: !isOn })) !== undefined) await refetchSecurity();
  };
  return (
    <Button kind="bare" busy={isRunning} onPress={() => void change()}>
      {isOn ? texts.stopMail : texts.useMail}
    </Button>
  );
}
