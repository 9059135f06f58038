import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { generatePassword } from '../../data/generate-password.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOf } from '../../data/server-acts.ts';
import { prefetchServer, serverQuery, useSummary } from '../../data/servers.ts';
import { keysQuery } from '../../data/ssh-keys.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyLine } from '../../parts/copy.tsx';
import { Choice } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Params } from '../../router/match.ts';
import { useIdOfPath } from '../../router/router.tsx';
import { checkField } from '../../rules/check-field.ts';
import { fields } from '../../rules/fields/changeServerPassword.gen.ts';
import { fields as keyFields } from '../../rules/fields/updateServerSshKeys.gen.ts';
import { CallDetails } from '../../shared/call.tsx';
import { NewKey } from '../../shared/new-key.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import { ServerSsh } from '../../shared/server/ssh.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/servers/:id/access';
export const load = ({ id }: Params) => [prefetchServer(id, { withStatus: true }), queryClient.prefetchQuery(keysQuery)];

/** Shows the page that sets who may log in to a server. */
export function Page() {
  const id = useIdOfPath();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  return (
    <ServerFrame>
      <div className={css.page}>
        <Card title={texts.ssh} padded>
          <ServerSsh server={server} />
        </Card>
        <Keys id={id} chosenAtFirst={server.ssh_keys.map((key) => key.id)} />
        <Password id={id} />
      </div>
    </ServerFrame>
  );
}

/** Returns the reason why an operation of this server is unavailable, or `undefined`. */
function useRefusal(operation: 'updateServerSshKeys' | 'changeServerPassword', id: number): string | undefined {
  const { data: server } = useSuspenseQuery(serverQuery(id));
  return useRefusalOf()(operation, useSummary(id) ?? server);
}

function Keys({ id, chosenAtFirst }: { id: number; chosenAtFirst: readonly number[] }) {
  const { data: keys } = useSuspenseQuery(keysQuery);
  const [chosen, setChosen] = useState<readonly number[]>(chosenAtFirst);
  const [isAdding, setAdding] = useState(false);
  const [isDone, setDone] = useState(false);
  const { run, isRunning, refusal } = useAct((input: { id: number; ssh_keys: number[] }, options) =>
    client.updateServerSshKeys(input, options),
  );
  const input = { id, ssh_keys: keys.filter((key) => chosen.includes(key.id)).map((key) => key.id) };
  const toggle = (keyId: number, isChosen: boolean) => {
    setDone(false);
    setChosen(isChosen ? [...chosen, keyId] : chosen.filter((other) => other !== keyId));
  };
  const save = async () => {
    const server = await run(input);
    if (server === undefined) return;
    queryClient.setQueryData(serverQuery(id).queryKey, server);
    setDone(true);
  };
  return (
    <Card title={texts.keys} padded>
      <div className={css.form}>
        <p className="soft">{texts.keysWhat}</p>
        {keys.length === 0 && <p className="faint">{texts.noKeys}</p>}
        {keys.map((key) => (
          <label key={key.id} className={css.key}>
            <Choice
              type="checkbox"
              aria-label={key.name}
              checked={chosen.includes(key.id)}
              onChange={(event) => toggle(key.id, event.target.checked)}
            />
            <span>
              <b>
                <Name text={key.name} />
              </b>
              <small>{key.fingerprint}</small>
            </span>
          </label>
        ))}
        {isAdding && (
          <NewKey
            onAdded={(added) => {
              setAdding(false);
              toggle(added, true);
            }}
            onCancel={() => setAdding(false)}
          />
        )}
        <RefusalNote refusal={refusal} fields="all" />
        {isDone && <Note tone="ok">{texts.keysDone}</Note>}
        <div className={css.buttons}>
          <Button
            refusal={useRefusal('updateServerSshKeys', id) ?? checkField(input.ssh_keys, keyFields.ssh_keys)}
            busy={isRunning}
            onPress={() => void save()}
          >
            {texts.setKeys}
          </Button>
          {!isAdding && (
            <Button icon="plus" kind="bare" onPress={() => setAdding(true)}>
              {texts.addKey}
            </Button>
          )}
        </div>
        <CallDetails call={{ operation: 'updateServerSshKeys', input }} />
      </div>
    </Card>
  );
}

function Password({ id }: { id: number }) {
  const [password, setPassword] = useState('');
  const [reboots, setReboots] = useState(false);
  const [saved, setSaved] = useState<string>();
  const { run, isRunning, refusal } = useAct(async (input: { id: number; password: string; reboot: boolean }, options) => {
    await client.changeServerPassword(input, options);
    return true;
  });
  const save = async () => {
    if ((await run({ id, password, reboot: reboots })) === undefined) return;
    setSaved(password);
    setPassword('');
  };
  const unavailable = useRefusal('changeServerPassword', id);
  return (
    <Card title={texts.password} padded>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (unavailable === undefined) void save();
        }}
      >
        <TextField
          label={texts.newPassword}
          hint={texts.passwordHint}
          error={refusal?.fields.password}
          rule={fields.password}
          value={password}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setPassword(event.target.value)}
        />
        <label>
          <Choice type="checkbox" checked={reboots} onChange={(event) => setReboots(event.target.checked)} /> {texts.reboot}
        </label>
        <RefusalNote refusal={refusal} />
        {saved !== undefined && (
          <>
            <Note tone="ok">{texts.passwordDone}</Note>
            <CopyLine text={saved} label={texts.copyPassword} />
          </>
        )}
        <div className={css.buttons}>
          <Button type="submit" refusal={unavailable} busy={isRunning}>
            {texts.setPassword}
          </Button>
          <Button kind="bare" icon="key-round" onPress={() => setPassword(generatePassword())}>
            {texts.generate}
          </Button>
        </div>
      </form>
    </Card>
  );
}
