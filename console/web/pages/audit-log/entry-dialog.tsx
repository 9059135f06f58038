import type { AuditEntry } from '@innkeeper/sdk/index';
import { Facts } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatDay, formatTime, formatUtc } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import { titleOfAction } from './filter.ts';
import css from './page.module.css';
import { texts } from './texts.ts';
import { describeActor, nameOfPerson, Thing } from './words.tsx';

/** Returns a day and a time of the day. */
export const dayAndTime = (at: string): string => `${formatDay(at)}, ${formatTime(at)}`;

/** Shows all fields of an entry. */
export function EntryDialog({
  entry,
  onNarrow,
  onClose,
}: {
  entry: AuditEntry;
  /** Filters the log by this resource. */
  onNarrow: (resource: NonNullable<AuditEntry['resource']>) => void;
  onClose: () => void;
}) {
  const { action, resource, at, request_id: request, details } = entry;
  return (
    <Dialog
      title={texts.detailsTitle}
      onClose={onClose}
      actions={
        <>
          {resource !== null && <Button onPress={() => onNarrow(resource)}>{texts.allOfThing}</Button>}
          <Button onPress={onClose}>{partTexts.close}</Button>
        </>
      }
    >
      <Facts
        rows={[
          [texts.facts.act, titleOfAction(action)],
          [texts.facts.name, <code key="name">{action}</code>],
          [texts.facts.person, <Name key="person" text={nameOfPerson(entry)} />],
          [texts.facts.by, describeActor(entry) ?? null],
          [texts.facts.thing, resource === null ? null : <Thing key="thing" resource={resource} />],
          [texts.facts.time, dayAndTime(at)],
          [texts.facts.utc, formatUtc(at)],
          [texts.facts.request, request === null ? null : <code key="request">{request}</code>],
        ]}
      />
      {details !== null && (
        <section>
          <h3>{texts.details}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached by the keyboard */}
          <pre className={css.details} tabIndex={0}>
            {JSON.stringify(JSON.parse(details), null, 2)}
          </pre>
        </section>
      )}
    </Dialog>
  );
}
