import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Act, useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { texts as partTexts } from '../../parts/texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { showRefusal } from '../../shared/toast.tsx';
import { refetchSecurity } from './data.ts';
import css from './page.module.css';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { texts } from './texts.ts';
import { type NewRecoveryCodes, useRecoveryCodes } from './use-recovery-codes.ts';

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

function SetUpDialog({ onClose, createCodes }: { onClose: () => void; createCodes: () => Promise<unknown> }) {
  const [code, setCode] = useState('');
  // The secret is stored only after its code is entered, so each dialog requests a new one. It must not change while the person scans it.
  const { data: secret } = useQuery({
    queryKey: ['two-factor-secret'],
    queryFn: ({ signal }) => client.getTwoFactorSecret({}, { signal }),
    gcTime: 0,
    staleTime: 'static',
  });
  const { run, isRunning, refusal } = useAct(async (input: { otp: string; secret_key: string }, options) => {
    await client.enableTwoFactor(input, options);
    return true;
  });
  const enable = async () => {
    if (secret === undefined || (await run({ otp: code.trim(), secret_key: secret.secret_key })) === undefined) return;
    // Recovery codes come in the same step, because a person without them is locked out by a lost phone. If this fails, the card says so.
    await createCodes();
    await refetchSecurity();
    onClose();
  };
  return (
    <Dialog
      title={texts.setUp}
      onClose={onClose}
      onSubmit={() => void enable()}
      actions={
        <DialogActions onCancel={onClose} busy={isRunning || secret === undefined}>
          {texts.enable}
        </DialogActions>
      }
    >
      <p>{texts.scan}</p>
      {secret && <QrCode className={css.code} text={secret.otp_auth_url} label={texts.qrCode} />}
      <p>{texts.secret}</p>
      {secret && <CopyLine text={secret.secret_key} label={partTexts.copyText(texts.secret)} />}
      <TextField
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={refusal?.fields.otp}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <RefusalNote refusal={refusal} />
    </Dialog>
  );
}

function CodesDialog({ create, onClose }: { create: NewRecoveryCodes['create']; onClose: () => void }) {
  const send = async (code: string) => {
    if ((await create.run(code)) === undefined) return;
    await refetchSecurity();
    onClose();
  };
  return (
    <CodeDialog title={texts.newCodes} act={create} onSend={(code) => void send(code)} onClose={onClose}>
      <p>{texts.codesReplace}</p>
    </CodeDialog>
  );
}

function OffDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const act = useAct(async (otp: string, options) => {
    await client.disableTwoFactor({ otp }, options);
    return true;
  });
  const send = async (code: string) => {
    if ((await act.run(code)) === undefined) return;
    onDone();
    await refetchSecurity();
    onClose();
  };
  return <CodeDialog title={texts.turnOff} kind="danger" act={act} onSend={(code) => void send(code)} onClose={onClose} />;
}

interface CodeDialogProps {
  title: string;
  kind?: 'main' | 'danger';
  act: Pick<Act<never, unknown>, 'isRunning' | 'refusal'>;
  children?: ReactNode;
  onSend: (code: string) => void;
  onClose: () => void;
}

/** Shows a dialog that asks for a code of the app. */
function CodeDialog({ title, kind = 'main', act, children, onSend, onClose }: CodeDialogProps) {
  const [code, setCode] = useState('');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => onSend(code.trim())}
      actions={
        <DialogActions onCancel={onClose} kind={kind} busy={act.isRunning}>
          {title}
        </DialogActions>
      }
    >
      {children}
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={act.refusal?.fields.otp}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <RefusalNote refusal={act.refusal} />
    </Dialog>
  );
}
