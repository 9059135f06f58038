import type { Operation } from '@innkeeper/sdk/index';
import { useEffect, useState } from 'react';
import { findOperationOfServer, isFinished, useOperation, useUnfinished } from '../../data/operations.ts';
import { Note } from '../../parts/box.tsx';
import { formatTime } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { stepsOfTrack } from '../../parts/operation-steps.ts';
import { texts as operationsTexts } from '../../parts/operations-texts.ts';
import { useNow } from '../../parts/time.tsx';
import { describeTimeLeft } from '../../parts/time-left.ts';
import { Track } from '../../parts/track.tsx';
import { texts, titleOfOperation } from '../operations-texts.ts';
import { texts as serverTexts } from '../server-texts.ts';
import css from './server.module.css';

/** Shows the running operation of a server with its steps, or the last one if it failed while the page was open. */
export function OperationCard({ serverId }: { serverId: number }) {
  const unfinished = findOperationOfServer(useUnfinished(), serverId);
  const [seen, setSeen] = useState<number>();
  useEffect(() => {
    if (unfinished !== undefined) setSeen(unfinished.id);
  }, [unfinished]);
  const operation = useOperation(unfinished?.id ?? seen);
  if (operation === undefined) return null;
  if (operation.state === 'failed' && operation.reason !== null) {
    return (
      <div className={css.notes}>
        <Note tone="bad" alert>
          {serverTexts.lastFailed(titleOfOperation(operation.kind), operation.reason)}
        </Note>
      </div>
    );
  }
  return isFinished(operation.state) ? null : <Running operation={operation} />;
}

function Running({ operation }: { operation: Operation }) {
  const now = useNow(1_000);
  const left = describeTimeLeft(operation, now);
  return (
    <section className={css.operation} aria-label={texts.inProgress}>
      <header>
        <Icon name="workflow" />
        <h2>{titleOfOperation(operation.kind)}</h2>
        <span className="faint">
          {operation.requested_by === null
            ? texts.startedAt(formatTime(operation.created_at))
            : texts.askedBy(operation.requested_by, formatTime(operation.created_at))}
        </span>
        <span className="gap" />
        <span className="nowrap">{left}</span>
      </header>
      <Track label={texts.track} steps={stepsOfTrack(operation, now)} />
      <p>
        <Icon name="lock" size="small" />
        <span>{operation.state === 'undoing' ? operationsTexts.undoing : texts.locks}</span>
      </p>
    </section>
  );
}
