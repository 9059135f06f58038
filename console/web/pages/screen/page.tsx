import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { refusalOf, sendPowerAct, useRefusalOf } from '../../data/server-acts.ts';
import { prefetchServer, serverQuery, useSummary } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { Card, Note } from '../../parts/box.tsx';
import { setTitle } from '../../parts/brand.ts';
import { Button } from '../../parts/button.tsx';
import type { Params } from '../../router/match.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import { texts as partTexts } from '../../shared/texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/servers/:id/screen';
export const load = ({ id }: Params) => prefetchServer(id);

/** Shows the screen of a server in a frame, and its serial log. The frame opens automatically when the server runs. */
export function Page() {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  const summary = useSummary(id) ?? server;
  const me = useMe();
  // An open frame stays open without events, because it has its own connection.
  const refusal = refusalOf('openConsole', summary, me);
  const startRefusal = useRefusalOf()('startServer', summary);
  const start = useAct((_input: undefined, options) => sendPowerAct('startServer', id, options));
  useEffect(() => setTitle(texts.screenOf(server.hostname)), [server.hostname]);
  return (
    <ServerFrame>
      <div className={css.layout}>
        {refusal === undefined ? (
          <Frame id={id} name={server.hostname} />
        ) : (
          <div className={css.off}>
            <Note>{refusal}</Note>
            {startRefusal === undefined && (
              <Button icon="circle-power" busy={start.isRunning} onPress={() => void start.run(undefined)}>
                {texts.start}
              </Button>
            )}
            {start.refusal && (
              <Note tone="bad" alert>
                {start.refusal.sentence}
              </Note>
            )}
          </div>
        )}
        <SerialLog id={id} />
      </div>
    </ServerFrame>
  );
}

/** States that the page in the frame reports to its parent. */
type FrameState = 'connecting' | 'connected' | 'off' | 'lost' | 'ended';

function Frame({ id, name }: { id: number; name: string }) {
  const ref = useRef<HTMLIFrameElement>(null);
  const [url, setUrl] = useState<string>();
  const [state, setState] = useState<FrameState>('connecting');
  const { run, isRunning, refusal } = useAct((_input: undefined, options) => client.openConsole({ id }, options));
  const open = useCallback(async () => {
    const opened = await run(undefined);
    if (opened === undefined) return;
    // The frame has this origin, whatever name was used to open the page.
    const { pathname, hash } = new URL(opened.viewer_url);
    setState('connecting');
    setUrl(`${pathname}${hash}`);
  }, [run]);
  useEffect(() => {
    void open();
    const handleMessage = (event: MessageEvent<{ screen?: FrameState }>) => {
      if (event.source !== ref.current?.contentWindow || event.origin !== location.origin) return;
      if (event.data.screen !== undefined) setState(event.data.screen);
    };
    window.addEventListener('message', handleMessage);
    return () => window.removeEventListener('message', handleMessage);
  }, [open]);
  const openWindow = async () => {
    const opened = await run(undefined);
    if (opened === undefined) return;
    const { pathname, hash } = new URL(opened.viewer_url);
    window.open(`${pathname}${hash}`, '_blank', 'noopener');
  };
  return (
    <div className={css.box}>
      {url !== undefined && (
        <iframe
          // A new secret needs a new document, although only the fragment differs.
          key={url}
          ref={ref}
          className={css.frame}
          name={`screen-${id}`}
          title={texts.screenOf(name)}
          src={url}
          allow="fullscreen; clipboard-read; clipboard-write"
        />
      )}
      <div className={css.tools}>
        {state === 'ended' && <Note tone="busy">{texts.screenEnded}</Note>}
        {refusal && (
          <Note tone="bad" alert detail={refusal.requestId && partTexts.requestId(refusal.requestId)}>
            {refusal.sentence}
          </Note>
        )}
        <span className="gap" />
        {(state === 'ended' || refusal !== undefined) && (
          <Button icon="rotate-cw" busy={isRunning} onPress={() => void open()}>
            {texts.openAgain}
          </Button>
        )}
        <Button icon="external-link" kind="bare" busy={isRunning} onPress={() => void openWindow()}>
          {texts.openWindow}
        </Button>
      </div>
    </div>
  );
}

const LOG_MS = 5_000;

function SerialLog({ id }: { id: number }) {
  const ref = useRef<HTMLPreElement>(null);
  const {
    data: text,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['serial-log', id],
    queryFn: async ({ signal }) => (await client.getConsoleLog({ id }, { signal })).content.text(),
    refetchInterval: LOG_MS,
    staleTime: 0,
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the log is what somebody wants to see after each change
  useEffect(() => {
    // Newer browsers return a promise, which React would use as the cleanup of the effect.
    void ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [text]);
  return (
    <Card
      title={texts.serialLog}
      side={<Button icon="rotate-cw" kind="bare" busy={isFetching} label={texts.readAgain} onPress={() => void refetch()} />}
    >
      <pre ref={ref} className={css.log} role="log" aria-label={texts.serialLog}>
        {text === undefined || text === '' ? texts.serialEmpty : text}
      </pre>
    </Card>
  );
}
