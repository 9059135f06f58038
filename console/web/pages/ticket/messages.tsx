import type { Ticket, TicketAttachment, TicketMessage } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { saveFile } from '../../data/download.ts';
import { useMe } from '../../data/session.ts';
import { Button } from '../../parts/button.tsx';
import { formatMoment } from '../../parts/format.ts';
import { formatBytes } from '../../parts/format-bytes.ts';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import { showRefusal } from '../../shared/toast.tsx';
import { MessageText } from './message-text.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows the messages of a ticket, oldest first. Screen readers announce a new one. */
export function Messages({ ticket }: { ticket: Ticket }) {
  return (
    <ol className={css.messages} aria-label={texts.messages} aria-live="polite" aria-relevant="additions">
      {ticket.messages.map((message) => (
        <Message key={message.id} ticketId={ticket.id} message={message} />
      ))}
    </ol>
  );
}

/** Shows a message. A customer's message can be from any member, and the API does not name one. */
function Message({ ticketId, message }: { ticketId: number; message: TicketMessage }) {
  const { account } = useMe();
  const { is_customer: isCustomer, content, created_at, attachments } = message;
  return (
    <li className={css.message} data-staff={!isCustomer || undefined}>
      <header>
        <b>{isCustomer ? <Name text={account.name} /> : texts.staff}</b>
        <span className="gap" />
        <span className="faint">
          <Time at={created_at} format={formatMoment} />
        </span>
      </header>
      <MessageText html={content} />
      {attachments.length > 0 && (
        <ul className={css.files} aria-label={texts.attachments}>
          {attachments.map((attachment) => (
            <li key={attachment.id}>
              <Download ticketId={ticketId} attachment={attachment} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Download({ ticketId, attachment: { id, name, size } }: { ticketId: number; attachment: TicketAttachment }) {
  const { run, isRunning } = useAct(
    (attachmentId: number, options) => client.downloadTicketAttachment({ id: ticketId, attachment_id: attachmentId }, options),
    showRefusal,
  );
  const download = async () => {
    const file = await run(id);
    if (file !== undefined) saveFile(file, name);
  };
  return (
    <>
      <Button icon="download" label={texts.download(name)} busy={isRunning} onPress={() => void download()}>
        <span className={css.fileName}>
          <Name text={name} />
        </span>
      </Button>
      <small className={css.size}>{formatBytes(size)}</small>
    </>
  );
}
