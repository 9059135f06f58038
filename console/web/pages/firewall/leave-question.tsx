import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useLeaveGuard } from '../../router/router.tsx';
import { texts } from './texts.ts';

/** Shows a dialog that asks for confirmation before the page with unsaved rules is left. */
export function LeaveQuestion({ changes, onLeave }: { changes: string; onLeave: () => void }) {
  const [leaving, setLeaving] = useState<{ leave: () => void }>();
  useLeaveGuard((leave) => setLeaving({ leave }));
  if (leaving === undefined) return null;
  const stay = () => setLeaving(undefined);
  return (
    <Dialog
      title={texts.leaveTitle}
      onClose={stay}
      actions={
        <>
          <Button onPress={stay}>{texts.stay}</Button>
          <Button
            kind="danger"
            onPress={() => {
              onLeave();
              leaving.leave();
            }}
          >
            {texts.leave}
          </Button>
        </>
      }
    >
      <p>{changes}</p>
    </Dialog>
  );
}
