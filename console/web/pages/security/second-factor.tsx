import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { refetchSecurity } from '../../data/security.ts';
import { useMe } from '../../data/session.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { showRefusal } from '../../parts/toast.tsx';
import { texts as partTexts } from '../../texts/en/parts.ts';
import { texts } from '../../texts/en/security.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './security.module.css';

/** Shows the card that turns the second factor on and off, and creates recovery codes. */
export function SecondFactor() {
  const { user } = useMe();
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  const state = user.two_factor ? texts.factorOn : user.email_code ? texts.factorByMail : texts.factorOff;
  return (
    <Card title={texts.factor}>
      <div className={css.foot}>
        <p>{state}</p>
        {user.two_factor ? (
          <>
            <Button onPress={() => setOpen('codes')}>{texts.newCodes}</Button>
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
      {open === 'set-up' && <SetUpDialog onClose={close} onEnabled={() => setOpen('codes')} />}
      {open === 'codes' && <CodeDialog kind="codes" onClose={close} onCodes={setCodes} />}
      {open === 'off' && <CodeDialog kind="off" onClose={close} onCodes={() => undefined} />}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
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

function SetUpDialog({ onClose, onEnabled }: { onClose: () => void; onEnabled: () => void }) {
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
    await refetchSecurity();
    // Recovery codes come next, because a person without them is locked out by a lost phone.
    onEnabled();
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

/** Shows the dialog that asks for a code of the app. The dialog then creates recovery codes, or turns the second factor off. */
function CodeDialog({
  kind,
  onClose,
  onCodes,
}: {
  kind: 'codes' | 'off';
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const [code, setCode] = useState('');
  const { run, isRunning, refusal } = useAct(async (otp: string, options) => {
    if (kind === 'codes') return (await client.createRecoveryCodes({ otp }, options)).recovery_codes;
    await client.disableTwoFactor({ otp }, options);
    return [];
  });
  const send = async () => {
    const codes = await run(code.trim());
    if (codes === undefined) return;
    if (kind === 'codes') onCodes(codes);
    await refetchSecurity();
    onClose();
  };
  const title = kind === 'codes' ? texts.newCodes : texts.turnOff;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <DialogActions onCancel={onClose} kind={kind === 'off' ? 'danger' : 'main'} busy={isRunning}>
          {title}
        </DialogActions>
      }
    >
      {kind === 'codes' && <p>{texts.codesReplace}</p>}
      <TextField
        label={texts.code}
        hint={texts.codeHint}
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
