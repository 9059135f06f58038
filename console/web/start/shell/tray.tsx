import type { Operation } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { useOperation, useUnfinished } from '../../data/operations.ts';
import { useSummary } from '../../data/servers.ts';
import { Icon } from '../../parts/icon.tsx';
import { Name } from '../../parts/name.tsx';
import { ThinBar } from '../../parts/state.tsx';
import { useNow } from '../../parts/time.tsx';
import { describeTimeLeft } from '../../parts/time-left.ts';
import { Link } from '../../router/router.tsx';
import { titleOfOperation } from '../../shared/operations-texts.ts';
import { Popover } from './popover.tsx';
import css from './shell.module.css';
import { texts } from './texts.ts';

/** Shows the running operations: their number, and a list of them. Hidden while there are none. */
export function Tray() {
  const ids = useUnfinished();
  const [isOpen, setOpen] = useState(false);
  if (ids.length === 0 && !isOpen) return null;
  return (
    <>
      <button type="button" className={css.tray} aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="refresh-cw" size="small" />
        {texts.inProgress(ids.length)}
      </button>
      {isOpen && (
        <Popover label={texts.operations} onClose={() => setOpen(false)}>
          <h2>{texts.operations}</h2>
          {ids.length === 0 && <p className="faint">{texts.noOperations}</p>}
          <ul>
            {ids.slice(0, MAX_ROWS).map((id) => (
              <Row key={id} id={id} onGo={() => setOpen(false)} />
            ))}
          </ul>
        </Popover>
      )}
    </>
  );
}

/** Maximum number of rows that a person can read. */
const MAX_ROWS = 50;

function Row({ id, onGo }: { id: number; onGo: () => void }) {
  const operation = useOperation(id);
  const now = useNow(1_000);
  if (operation === undefined) return null;
  return (
    <li>
      <span>
        {titleOfOperation(operation.kind)} <Subject resource={operation.resource} onGo={onGo} />
      </span>
      <span className="faint">
        <ThinBar percent={operation.percent} label={titleOfOperation(operation.kind)} /> {describeTimeLeft(operation, now)}
      </span>
    </li>
  );
}

function Subject({ resource, onGo }: { resource: Operation['resource']; onGo: () => void }) {
  const server = useSummary(resource?.type === 'server' ? resource.id : 0);
  if (server === undefined) return null;
  return (
    <Link className="link" to={`/servers/${server.id}`} onNavigate={onGo}>
      <Name text={server.hostname} />
    </Link>
  );
}
