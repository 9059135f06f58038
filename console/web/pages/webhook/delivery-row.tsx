import type { EventDelivery, Webhook } from '@innkeeper/sdk/index';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { deliveryQuery, refetchWebhooks } from '../../data/webhooks.ts';
import { Button } from '../../parts/button.tsx';
import { formatDuration, formatTime } from '../../parts/format.ts';
import { State, type Tone } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { dayAndTime } from '../../shared/webhooks/state.tsx';
import css from '../../shared/webhooks/webhooks.module.css';
import { EVENT_TITLES, texts as webhookTexts } from '../../shared/webhooks-texts.ts';
import { DELIVERY_STATES, texts } from './texts.ts';

const TONES: Record<EventDelivery['status'], Tone> = { pending: 'busy', delivered: 'ok', failed: 'bad' };

const TITLES: Readonly<Record<string, string>> = { ...EVENT_TITLES, test: texts.testEvent, reset: texts.resetEvent };

/** Shows a delivery. When opened, it shows the body, the attempts and the reply of the receiver. */
export function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: EventDelivery }) {
  const [isOpen, setOpen] = useState(false);
  const refusalOf = useRefusalOfAct();
  const input = { id: webhook.id, delivery: delivery.id };
  const { run, isRunning, refusal } = useAct(async (payload: typeof input, options) => {
    const replayed = await client.replayEventDelivery(payload, options);
    await refetchWebhooks();
    return replayed;
  });
  const { status, tries, event_type: type, event_id: eventId, next_try_at: next } = delivery;
  const isPending = status === 'pending';
  const facts = [
    ...(eventId === null ? [] : [texts.ofEvent(eventId)]),
    texts.tries(tries),
    ...(isPending && next !== null && tries > 0 ? [texts.nextTry(formatTime(next))] : []),
  ];
  return (
    <li>
      <div className={css.delivery}>
        <button type="button" className={css.line} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <State tone={TONES[status]}>{DELIVERY_STATES[status]}</State>
          <b>{TITLES[type] ?? type}</b>
          <small>{facts.join(', ')}</small>
          <span className="gap" />
          <Time at={delivery.created_at} format={dayAndTime} />
        </button>
        <Button
          busy={isRunning}
          refusal={webhook.enabled ? refusalOf('replayEventDelivery') : webhookTexts.enableFirst}
          onPress={() => void run(input)}
        >
          {texts.replay}
        </Button>
      </div>
      <RefusalNote refusal={refusal} fields="all" />
      {isOpen && (
        <>
          <Details webhookId={webhook.id} delivery={delivery} />
          <CallDetails call={{ operation: 'replayEventDelivery', input }} />
        </>
      )}
    </li>
  );
}

function Details({ webhookId, delivery }: { webhookId: number; delivery: EventDelivery }) {
  const { data } = useQuery({ ...deliveryQuery(webhookId, delivery), placeholderData: keepPreviousData });
  if (data === undefined) return null;
  const { attempts, body, answer } = data;
  return (
    <div className={css.details}>
      {attempts.length > 0 && (
        <section>
          <h3>{texts.attempts}</h3>
          <ol>
            {attempts.map(({ at, status, ms, error }) => (
              <li key={at}>
                <Time at={at} format={dayAndTime} />{' '}
                {status === null ? texts.unanswered(formatDuration(ms)) : texts.answered(status, formatDuration(ms))}
                {error !== null && <small> {error}</small>}
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <h3>{texts.body}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached by the keyboard */}
        <pre tabIndex={0}>{indent(body)}</pre>
      </section>
      {attempts.length > 0 && (
        <section>
          <h3>{texts.answer}</h3>
          {answer === null || answer === '' ? (
            <p className="faint">{answer === null ? texts.noAnswer : texts.emptyAnswer}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached by the keyboard
            <pre tabIndex={0}>{answer}</pre>
          )}
        </section>
      )}
    </div>
  );
}

/** Returns a JSON document with line breaks for a person. */
function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
