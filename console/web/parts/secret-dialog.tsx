import { type ReactNode, useState } from 'react';
import { useLeaveGuard } from '../router/router.tsx';
import { texts as partTexts } from '../texts/en/parts.ts';
import { texts } from '../texts/en/secret.ts';
import { Note } from './box.tsx';
import { Button } from './button.tsx';
import { CopyLine, useCopy } from './copy.tsx';
import { Dialog } from './dialog.tsx';

/** Shows a secret once. Closing it other than by its button asks for confirmation. `children` explain the secret. */
export function SecretDialog({
  title,
  label,
  secret,
  children,
  onClose,
}: {
  title: ReactNode;
  /** Name of the secret for the button that copies it. */
  label: string;
  secret: string;
  children: ReactNode;
  onClose: () => void;
}) {
  const [isCopied, copy] = useCopy(secret);
  const [leaving, setLeaving] = useState<{ leave: () => void }>();
  useLeaveGuard((leave) => setLeaving({ leave }));
  return (
    <Dialog
      title={title}
      onClose={() => setLeaving({ leave: onClose })}
      actions={
        leaving ? (
          <>
            <Button onPress={() => setLeaving(undefined)}>{texts.back}</Button>
            <Button kind="main" onPress={leaving.leave}>
              {texts.leave}
            </Button>
          </>
        ) : (
          <>
            <Button icon={isCopied ? 'check' : 'copy'} onPress={copy}>
              {isCopied ? partTexts.copied : partTexts.copy}
            </Button>
            <Button kind="main" onPress={onClose}>
              {texts.saved}
            </Button>
          </>
        )
      }
    >
      {leaving && (
        <Note tone="bad" alert>
          {texts.asked}
        </Note>
      )}
      {children}
      <CopyLine text={secret} label={label} />
    </Dialog>
  );
}
