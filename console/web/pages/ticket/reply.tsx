import type { Ticket } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useDraft } from '../../data/drafts.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { cacheTicket } from '../../data/tickets.ts';
import { Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { htmlOfTyped } from '../../parts/message/parse.ts';
import { fields as rules } from '../../rules/fields/replyToTicket.gen.ts';
import type { Attachment } from '../../shared/message/attach.tsx';
import { MessageForm } from '../../shared/message/message-form.tsx';
import { useMessageAct } from '../../shared/message/use-message-act.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

const EMPTY = { message: '' };

/** Shows the form that replies to a ticket, or marks the ticket as resolved. */
export function Reply({ ticket }: { ticket: Ticket }) {
  const { id, status } = ticket;
  const refusalOf = useRefusalOfAct();
  const { fields, change, discard } = useDraft(`ticket-${id}`, EMPTY);
  const act = useMessageAct((api, { message, files }: { message: string; files: readonly Attachment[] }, options) =>
    api.replyToTicket({ id, message, ...(files.length > 0 && { attachments: files.map(({ file }) => file) }) }, options),
  );
  const resolve = useAct((_input: undefined, options) => client.resolveTicket({ id }, options));
  const message = htmlOfTyped(fields.message);
  const send = async (files: readonly Attachment[]) => {
    const written = await act.run({ message, files });
    if (written === undefined) return false;
    discard();
    await cacheTicket(written);
    return true;
  };
  const end = async () => {
    const resolved = await resolve.run(undefined);
    if (resolved !== undefined) await cacheTicket(resolved);
  };
  return (
    <section className={css.reply} aria-label={texts.reply}>
      {status === 'resolved' && <Note tone="ok">{texts.reopens}</Note>}
      <MessageForm
        act={act}
        call={(files) => ({
          operation: 'replyToTicket',
          input: { id, message, ...(files.length > 0 && { attachments: files }) },
        })}
        message={fields.message}
        label={texts.reply}
        rule={rules.message}
        sent={message}
        button={texts.send}
        refusal={refusalOf('replyToTicket')}
        onMessage={(text) => change({ message: text })}
        onSend={send}
        side={
          <Button icon="check" refusal={refusalOf('resolveTicket', ticket)} busy={resolve.isRunning} onPress={() => void end()}>
            {texts.resolve}
          </Button>
        }
      />
      <RefusalNote refusal={resolve.refusal} fields="all" />
    </section>
  );
}
