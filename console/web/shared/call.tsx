import type { OperationName } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { writeCall } from '../data/calls.ts';
import { apiUrl } from '../data/client.ts';
import { Button } from '../parts/button.tsx';
import { CopyLine } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { texts as partsTexts } from '../parts/texts.ts';
import css from './call.module.css';
import { texts } from './texts.ts';

/** API call whose input has no secret. */
export interface CallOfAct {
  operation: OperationName;
  input: Record<string, unknown>;
}

function Forms({ call: { operation, input } }: { call: CallOfAct }) {
  const { curl, sdk, command } = writeCall(apiUrl(), operation, input);
  const forms = [
    ['curl', curl],
    ['SDK', sdk],
    [texts.command, command],
  ] as const;
  return (
    <div className={css.call}>
      {forms.map(([name, text]) => (
        <div key={name}>
          <small>{name}</small>
          <CopyLine text={text} label={partsTexts.copyText(name)} />
        </div>
      ))}
    </div>
  );
}

/** Shows an act as an API call, collapsed at first. */
export function CallDetails({ call }: { call: CallOfAct }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="terminal" size="small" />
        {texts.sameBy}
      </summary>
      {isOpen && <Forms call={call} />}
    </details>
  );
}

/** Shows a button that opens the API calls of acts that need no form. */
export function CopyCalls({ calls }: { calls: readonly CallOfAct[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button icon="terminal" kind="bare" onPress={() => setOpen(true)}>
        {texts.copyCall}
      </Button>
      {isOpen && <CallDialog calls={calls} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Shows acts as API calls in a dialog. */
export function CallDialog({ calls, onClose }: { calls: readonly CallOfAct[]; onClose: () => void }) {
  return (
    <Dialog title={texts.sameBy} onClose={onClose} actions={<Button onPress={onClose}>{texts.close}</Button>}>
      {calls.map((call) => (
        <section key={call.operation}>
          <h3>{call.operation}</h3>
          <Forms call={call} />
        </section>
      ))}
    </Dialog>
  );
}
