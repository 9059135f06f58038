/**
 * Drafts: texts that a person has typed and not sent.
 *
 * Drafts are stored per user and account, until they are sent or the person signs out. Messages are stored in this browser. Forms that may
 * hold secrets are stored in this tab alone. A password is never a draft. Number and age are limited, because all data of the console
 * shares the storage.
 */
import { useCallback, useState } from 'react';
import { DRAFT_PREFIX, draftKeys } from './remove-drafts.ts';
import { useMe } from './session.ts';

export type DraftFields = Readonly<Record<string, string>>;

const MAX_DRAFTS = 10;
const MAX_AGE_MS = 30 * 86_400_000;

/** Maximum number of characters of a draft. Messages that the API accepts are shorter. */
const MAX_CHARACTERS = 100_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Returns the fields of a draft, or `undefined` if there is none, or it is too old or damaged. */
export function readDraft(store: Store, key: string, now: number): DraftFields | undefined {
  const draft = parse(store.getItem(DRAFT_PREFIX + key));
  return draft === undefined || now - draft.at > MAX_AGE_MS ? undefined : draft.fields;
}

/**
 * Stores a draft, or deletes it if its fields are empty. Ignores a draft that is too long. Deletes expired drafts, and the oldest ones
 * beyond the limit.
 */
export function storeDraft(store: Store, key: string, fields: DraftFields, now: number): void {
  const texts = Object.values(fields);
  if (texts.every((text) => text === '')) {
    store.removeItem(DRAFT_PREFIX + key);
    return;
  }
  if (texts.join('').length > MAX_CHARACTERS) return;
  const others = draftKeys(store)
    .filter((other) => other !== DRAFT_PREFIX + key)
    .map((other) => ({ other, at: parse(store.getItem(other))?.at ?? 0 }))
    .sort((a, b) => b.at - a.at);
  for (const [index, { other, at }] of others.entries()) {
    if (index >= MAX_DRAFTS - 1 || now - at > MAX_AGE_MS) store.removeItem(other);
  }
  store.setItem(DRAFT_PREFIX + key, JSON.stringify({ at: now, fields }));
}

/** Parses a stored draft. The storage may have been edited by hand. */
function parse(text: string | null): { at: number; fields: DraftFields } | undefined {
  try {
    const { at, fields } = JSON.parse(text ?? '{}') as { at?: unknown; fields?: unknown };
    if (typeof at !== 'number' || typeof fields !== 'object' || fields === null) return undefined;
    const texts = Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return { at, fields: Object.fromEntries(texts) };
  } catch {
    return undefined;
  }
}

export interface Draft<Fields extends DraftFields> {
  fields: Fields;
  change: (fields: Partial<Fields>) => void;
  /** Deletes the draft after it was sent. */
  discard: () => void;
}

/** `browser`: until the person signs out. `tab`: also ends with the tab. */
export type DraftPlace = 'browser' | 'tab';

/** Returns the draft of this name. `empty`: its fields before anything is typed. */
export function useDraft<Fields extends DraftFields>(name: string, empty: Fields, place: DraftPlace = 'browser'): Draft<Fields> {
  const { user, account } = useMe();
  const key = `${user.id}-${account.id}-${name}`;
  const [fields, setFields] = useState<Fields>(() => ({
    ...empty,
    ...attempt(place, (store) => readDraft(store, key, Date.now())),
  }));
  const change = useCallback(
    (changed: Partial<Fields>) =>
      setFields((before) => {
        const next = { ...before, ...changed };
        attempt(place, (store) => storeDraft(store, key, differences(next, empty), Date.now()));
        return next;
      }),
    [key, empty, place],
  );
  const discard = useCallback(() => {
    setFields(empty);
    attempt(place, (store) => storeDraft(store, key, {}, Date.now()));
  }, [key, empty, place]);
  return { fields, change, discard };
}

/** Returns the changed fields. A form with its initial values is not a draft. */
const differences = (fields: DraftFields, empty: DraftFields): DraftFields =>
  Object.fromEntries(Object.entries(fields).filter(([name, text]) => text !== empty[name]));

/** Calls `act` with the storage. Returns `undefined` if the browser denies access, so the text is lost when the page is closed. */
function attempt<Value>(place: DraftPlace, act: (store: Storage) => Value): Value | undefined {
  try {
    return act(place === 'tab' ? sessionStorage : localStorage);
  } catch {
    return undefined;
  }
}
