import { type ReactNode, useState } from 'react';
import { Note } from '../parts/box.tsx';
import { Button } from '../parts/button.tsx';
import { CopyLine, useCopy } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { texts as partsTexts } from '../parts/texts.ts';
import { useLeaveGuard } from '../router/router.tsx';
import { texts } from './secret-texts.ts';
import { texts as partTexts } from './texts.ts';

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
              {isCopied ? partsTexts.copied : partTexts.copy}
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
