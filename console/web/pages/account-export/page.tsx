import type { AccountExport } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { exportsQuery } from '../../data/account.ts';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { saveFile } from '../../data/download.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { mayRead } from '../../data/session.ts';
import { Card } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatDay, formatLongDay, formatTime } from '../../parts/format.ts';
import { formatBytes } from '../../parts/format-bytes.ts';
import { Row, Rows } from '../../parts/rows.tsx';
import { State, ThinBar, type Tone } from '../../parts/state.tsx';
import css from '../../shared/account/account.module.css';
import { AccountFrame } from '../../shared/account/frame.tsx';
import { OwnerOnly } from '../../shared/account/owner-only.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { EXPORT_STATES, texts } from './texts.ts';

export const path = '/account/export';
export const load = () => mayRead('listAccountExports') && queryClient.prefetchQuery(exportsQuery);

const TONES: Record<AccountExport['status'], Tone> = { pending: 'busy', ready: 'ok', expired: 'off' };

/** Shows the page that exports all data of the account, and downloads the files. */
export function Page() {
  return (
    <AccountFrame>
      <OwnerOnly operation="listAccountExports">
        <OwnersExport />
      </OwnerOnly>
    </AccountFrame>
  );
}

function OwnersExport() {
  const { data: exports } = useSuspenseQuery(exportsQuery);
  const refusalOf = useRefusalOfAct();
  const { run, isRunning, refusal } = useAct((_input: undefined, options) => client.createAccountExport({}, options));
  const isPending = exports.some(({ status }) => status === 'pending');
  const make = async () => {
    if (await run(undefined)) await queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });
  };
  return (
    <>
      <Card title={texts.exportTitle} padded>
        <div className={css.stack}>
          <p>{texts.exportWhat}</p>
          <RefusalNote refusal={refusal} />
          <div className={css.feet}>
            <Button
              kind="main"
              icon="archive"
              busy={isRunning}
              refusal={refusalOf('createAccountExport') ?? (isPending ? texts.onePending : undefined)}
              onPress={() => void make()}
            >
              {texts.makeExport}
            </Button>
            <span className="gap" />
            <CallDetails call={{ operation: 'createAccountExport', input: {} }} />
          </div>
        </div>
      </Card>
      <Card title={texts.exports}>
        {exports.length === 0 && <p className={css.nothing}>{texts.noExports}</p>}
        <Rows label={texts.exports}>
          {exports.map((one) => (
            <ExportRow key={one.id} export={one} />
          ))}
        </Rows>
      </Card>
    </>
  );
}

function ExportRow({ export: { id, status, created_at, expires_at, size, sha256 } }: { export: AccountExport }) {
  const refusalOf = useRefusalOfAct();
  const { run, isRunning, refusal } = useAct((input: { id: number }, options) => client.downloadAccountExport(input, options));
  const download = async () => {
    const file = await run({ id });
    if (file !== undefined) saveFile(file, `account-export-${id}.zip`);
  };
  return (
    <Row
      name={texts.exportOf(`${formatDay(created_at)}, ${formatTime(created_at)}`)}
      below={
        <>
          {status === 'pending' && texts.writing}
          {status === 'ready' && sha256 !== null && <span className="mono">{texts.sha256(sha256)}</span>}
          <RefusalNote refusal={refusal} />
        </>
      }
      state={
        <span role="status">
          <State tone={TONES[status]}>{EXPORT_STATES[status]}</State>
          {status === 'pending' && <ThinBar percent={null} label={texts.writingBar} />}
        </span>
      }
      time={status === 'ready' && expires_at !== null && texts.until(formatLongDay(expires_at))}
      amount={size !== null && formatBytes(size)}
      acts={
        status === 'ready' && (
          <Button icon="download" busy={isRunning} refusal={refusalOf('downloadAccountExport')} onPress={() => void download()}>
            {texts.download}
          </Button>
        )
      }
    />
  );
}
