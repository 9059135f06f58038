import { type ReactNode, useRef, useState } from 'react';
import { Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import css from '../../parts/message/message.module.css';
import { Sending } from '../../parts/message/sending.tsx';
import { TextArea } from '../../parts/text-field.tsx';
import { useRefusedFocus } from '../../parts/use-refused-focus.ts';
import type { FieldRule } from '../../rules/field.ts';
import { CallDetails, type CallOfAct } from '../call.tsx';
import { texts } from '../messages-texts.ts';
import { RefusalNote } from '../refusal-note.tsx';
import { Attach, type Attachment } from './attach.tsx';
import type { MessageAct } from './use-message-act.ts';

export interface MessageFormProps {
  act: Pick<MessageAct<never, unknown>, 'refusal' | 'share' | 'isRunning' | 'isUnknown' | 'clear'>;
  /** API call of the act with these file names. */
  call: (files: readonly string[]) => CallOfAct;
  message: string;
  label: string;
  hint?: string;
  rule: FieldRule;
  /** Message that is sent, as HTML. */
  sent: string;
  /** Label of the button. */
  button: string;
  /** Reason why the message cannot be sent. */
  refusal: string | undefined;
  onMessage: (message: string) => void;
  /** Sends the message. Resolves to whether it was sent. Otherwise its files stay. */
  onSend: (files: readonly Attachment[]) => Promise<boolean>;
  /** Fields above the message. */
  children?: ReactNode;
  /** Buttons next to the send button. */
  side?: ReactNode;
}

/**
 * Shows the form of a message to the support, with files. After a lost reply its fields are locked, and the button resends the same
 * message.
 */
export function MessageForm(props: MessageFormProps) {
  const { act, call, message, label, hint, rule, sent, button, refusal, onMessage, onSend, children, side } = props;
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const ref = useRef<HTMLFormElement>(null);
  const markSent = useRefusedFocus(ref);
  const send = async () => {
    if (refusal !== undefined || act.isRunning) return;
    markSent();
    if (await onSend(files)) setFiles([]);
  };
  return (
    <form
      ref={ref}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={css.fields} inert={act.isUnknown || act.isRunning}>
        {children}
        <Attach
          files={files}
          refusal={act.refusal}
          onChange={(chosen) => {
            setFiles(chosen);
            act.clear();
          }}
        >
          <TextArea
            label={label}
            hint={hint}
            error={act.refusal?.fields.message}
            rule={rule}
            sent={sent}
            isProse
            rows={5}
            value={message}
            onChange={(event) => onMessage(event.target.value)}
          />
        </Attach>
      </div>
      {act.isUnknown ? (
        <Note tone="bad" alert>
          {texts.sameAgain}
        </Note>
      ) : (
        <RefusalNote refusal={act.refusal} />
      )}
      <Sending share={files.length > 0 ? act.share : undefined} />
      <div className={css.buttons}>
        <Button kind="main" type="submit" busy={act.isRunning} refusal={refusal}>
          {button}
        </Button>
        {side}
      </div>
      <CallDetails call={call(files.map(({ file }) => file.name))} />
    </form>
  );
}
