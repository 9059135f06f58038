import { beforeEach, describe, expect, it } from 'vitest';
import { readDraft, storeDraft } from './drafts.ts';
import { removeDraftsOfOthers } from './drafts-of-others.ts';
import { removeDrafts } from './remove-drafts.ts';

const DAY = 86_400_000;

/** A storage like that of browsers. */
class FakeStorage {
  items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  key = (index: number) => [...this.items.keys()][index] ?? null;
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, text: string) => void this.items.set(key, text);
  removeItem = (key: string) => void this.items.delete(key);
}

let store: FakeStorage;
beforeEach(() => {
  store = new FakeStorage();
});

describe('drafts', () => {
  it('can be read until they are sent', () => {
    storeDraft(store, 'new', { subject: 'Boot', message: 'It' }, 0);
    expect(readDraft(store, 'new', DAY)).toEqual({ subject: 'Boot', message: 'It' });
    storeDraft(store, 'new', {}, 1);
    expect([readDraft(store, 'new', 1), store.length]).toEqual([undefined, 0]);
  });

  it('are limited to ten, and do not affect other items', () => {
    store.setItem('innkeeper-preferences-1', '{}');
    for (let at = 0; at < 14; at += 1) storeDraft(store, String(at), { message: 'text' }, at);
    expect([readDraft(store, '3', 20), readDraft(store, '4', 20)]).toEqual([undefined, { message: 'text' }]);
    expect(store.length).toBe(11);
  });

  it('of a person are deleted together, for all accounts of the person', () => {
    for (const key of ['7-1-new-ticket', '7-2-ticket-5', '71-1-new-ticket', '8-1-new-ticket'])
      storeDraft(store, key, { message: 'text' }, 0);
    store.setItem('innkeeper-preferences-7', '{}');
    removeDrafts(store, 7);
    expect([...store.items.keys()]).toEqual([
      'innkeeper-draft-71-1-new-ticket',
      'innkeeper-draft-8-1-new-ticket',
      'innkeeper-preferences-7',
    ]);
  });

  it('of everybody else are deleted after a sign-in', () => {
    for (const key of ['7-1-new-ticket', '71-1-new-ticket', '8-1-new-ticket']) storeDraft(store, key, { message: 'text' }, 0);
    store.setItem('innkeeper-preferences-8', '{}');
    removeDraftsOfOthers(store, 7);
    expect([...store.items.keys()]).toEqual(['innkeeper-draft-7-1-new-ticket', 'innkeeper-preferences-8']);
  });

  it('expire after 30 days', () => {
    storeDraft(store, 'old', { message: 'text' }, 0);
    expect(readDraft(store, 'old', 31 * DAY)).toBeUndefined();
    storeDraft(store, 'new', { message: 'text' }, 31 * DAY);
    expect(store.length).toBe(1);
  });

  it('are limited in size, and ignored if their stored text is invalid', () => {
    storeDraft(store, 'long', { message: 'x'.repeat(100_001) }, 0);
    expect(store.length).toBe(0);
    for (const text of ['{', 'null', '{"at":0}', '{"at":0,"fields":null}']) {
      store.setItem('innkeeper-draft-new', text);
      expect(readDraft(store, 'new', 0)).toBeUndefined();
    }
  });
});
