import type { Operation } from '@innkeeper/sdk/index';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../data/client.ts';
import { isFinished, useOperation, useUnfinished } from '../../data/operations.ts';
import { queryClient, WITHOUT_EVENTS } from '../../data/query.ts';
import { prefetchServer } from '../../data/servers.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatDayAndTime, formatDuration } from '../../parts/format.ts';
import { stepsOfTrack } from '../../parts/operation-steps.ts';
import { State, type Tone } from '../../parts/state.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { Track } from '../../parts/track.tsx';
import type { Params } from '../../router/match.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { texts as operationTexts, titleOfOperation } from '../../shared/operations-texts.ts';
import { ServerFrame } from '../../shared/server/frame.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/servers/:id/events';
export const load = ({ id }: Params) => prefetchServer(id);

const PER_PAGE = 25;
/** Shows the history of a server, newest first: operations with their steps, and actions with their person. */
export function Page() {
  const id = useIdOfPath();
  return (
    <ServerFrame>
      <div className={css.page}>
        <Operations serverId={id} />
        <Acts serverId={id} />
      </div>
    </ServerFrame>
  );
}

function Operations({ serverId }: { serverId: number }) {
  const key = ['server-operations', serverId] as const;
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      client.listServerOperations({ id: serverId, page: pageParam, per_page: PER_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    ...WITHOUT_EVENTS,
  });
  const unfinished = useUnfinished();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the unfinished operations is what makes the list stale
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: key });
  }, [unfinished]);
  const operations = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Card title={texts.title}>
      {data !== undefined && operations.length === 0 && <p className={css.empty}>{texts.empty}</p>}
      <ul className={css.rows}>
        {operations.map((operation) => (
          <Row key={operation.id} operation={operation} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={css.more}>
          <Button busy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Card>
  );
}

const TONES: Record<Operation['state'], Tone> = { queued: 'busy', running: 'busy', undoing: 'bad', done: 'ok', failed: 'bad' };

function Row({ operation: given }: { operation: Operation }) {
  const [isOpen, setOpen] = useState(false);
  // An operation in progress is live: its entry follows the events.
  const live = useOperation(isFinished(given.state) ? undefined : given.id);
  const operation = live ?? given;
  const now = useNow(isFinished(operation.state) ? null : 1_000);
  const { started_at, finished_at, requested_by, reason } = operation;
  return (
    <li>
      <button type="button" className={css.line} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <State tone={TONES[operation.state]}>{titleOfOperation(operation.kind)}</State>
        <small>
          {[
            ...(operation.state === 'failed' ? [texts.failed] : []),
            started_at !== null && finished_at !== null
              ? texts.took(formatDuration(Date.parse(finished_at) - Date.parse(started_at)))
              : texts.running,
            ...(requested_by === null ? [] : [texts.by(requested_by)]),
          ].join(', ')}
        </small>
        <span className="gap" />
        <Time at={operation.created_at} format={formatDayAndTime} />
      </button>
      {reason !== null && <span>{reason}</span>}
      {isOpen && <Track label={operationTexts.track} steps={stepsOfTrack(operation, now)} />}
    </li>
  );
}

function Acts({ serverId }: { serverId: number }) {
  const { data } = useQuery({
    queryKey: ['audit-log', 'server', serverId],
    queryFn: ({ signal }) =>
      client.listAuditLog({ 'filter[resource_kind]': 'server', 'filter[resource_id]': serverId, per_page: PER_PAGE }, { signal }),
    ...WITHOUT_EVENTS,
  });
  const lines = data?.data ?? [];
  return (
    <Card title={texts.audit}>
      {data !== undefined && lines.length === 0 && <p className={css.empty}>{texts.auditEmpty}</p>}
      <ul className={css.rows}>
        {lines.map((line) => (
          <li key={line.id}>
            <span className={css.line}>
              <b>{line.action}</b>
              <small>
                {line.user !== null && texts.by(line.user.email)} {line.request_id !== null && texts.request(line.request_id)}
              </small>
              <span className="gap" />
              <Time at={line.at} format={formatDayAndTime} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
