import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useLeaveGuard } from '../../router/router.tsx';
import { texts } from '../../texts/en/firewalls.ts';

/** Asks before the page is left, for as long as there are rules that are not saved. */
export function LeaveQuestion({ changes }: { changes: string }) {
  const [leaving, setLeaving] = useState<{ leave: () => void }>();
  useLeaveGuard((leave) => setLeaving({ leave }));
  if (leaving === undefined) return null;
  const stay = () => setLeaving(undefined);
  return (
    <Dialog
      title={texts.leaveTitle}
      onClose={stay}
      feet={
        <>
          <Button onPress={stay}>{texts.stay}</Button>
          <Button kind="danger" onPress={leaving.leave}>
            {texts.leave}
          </Button>
        </>
      }
    >
      <p>{changes}</p>
    </Dialog>
  );
}
