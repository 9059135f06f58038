/** The rules of a firewall during editing. */
import type { Firewall, FirewallRule } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { type CallOptions, useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useDraft } from '../../data/drafts.ts';
import { firewallQuery, firewallsQuery } from '../../data/firewalls.ts';
import { queryClient } from '../../data/query.ts';
import type { Refusal } from '../../data/refusals.ts';
import { areSameRules } from '../../rules/firewall-rules.ts';
import { fromText, toText, type UnsavedRules } from './stored-rules.ts';

const NOTHING = { unsaved: '' };

export interface EditedRules {
  rules: readonly FirewallRule[];
  /** True if the rules differ from the saved ones. */
  isChanged: boolean;
  /** True if another person has saved other rules since the first change. */
  isConflict: boolean;
  change: (rules: readonly FirewallRule[]) => void;
  discard: () => void;
  /** Saves the rules. `overwrites`: replaces the currently saved rules, whoever saved them. */
  save: (overwrites?: boolean) => Promise<void>;
  isSaving: boolean;
  refusal: Refusal | undefined;
}

interface SaveInput {
  id: number;
  rules: FirewallRule[];
}

/**
 * Keeps unsaved rules apart from the saved ones.
 *
 * Saving reads the firewall first, because the API has no conditional update. Rules that another person saved in between are shown, and
 * replaced only by an explicit choice.
 */
export function useRules({ id, rules: saved }: Firewall, onRefused: (refusal: Refusal) => void): EditedRules {
  // Unsaved rules survive a reload, and the end of the session.
  const stored = useDraft(`firewall-${id}`, NOTHING, 'tab');
  const [draft, setUnsaved] = useState(() => fromText(stored.fields.unsaved));
  const setDraft = (unsaved: UnsavedRules | undefined) => {
    setUnsaved(unsaved);
    stored.change({ unsaved: toText(unsaved) });
  };
  const [isOverwriting, setOverwriting] = useState(false);
  const { run, isRunning, refusal, isUnknown, clear } = useAct(
    async (input: SaveInput & { base: readonly FirewallRule[] | undefined }, options: CallOptions) => {
      const { base, ...given } = input;
      if (base !== undefined) {
        const current = await queryClient.fetchQuery({ ...firewallQuery(id), staleTime: 0 });
        if (!areSameRules(base, current.rules)) return 'changed' as const;
      }
      return client.setFirewallRules(given, options);
    },
    onRefused,
  );
  const rules = draft?.rules ?? saved;
  const isChanged = !areSameRules(rules, saved);
  const hasOtherBase = draft !== undefined && !areSameRules(draft.base, saved);
  const save = async (overwrites = false) => {
    if (draft === undefined) return;
    // After a lost reply the saved rules may be these. The same request then gets its stored reply.
    const base = overwrites || isUnknown ? undefined : draft.base;
    setOverwriting(overwrites);
    const reply = await run({ id, rules: [...draft.rules], base });
    if (reply === undefined || reply === 'changed') return;
    queryClient.setQueryData(firewallQuery(id).queryKey, reply);
    setDraft(undefined);
    await queryClient.invalidateQueries({ queryKey: firewallsQuery.queryKey, exact: true });
  };
  return {
    rules,
    isChanged,
    // The event of the person's own change may arrive before its reply.
    isConflict: isRunning ? isOverwriting : isChanged && !isUnknown && hasOtherBase,
    change: (next) => {
      clear();
      setDraft({ base: draft !== undefined && isChanged ? draft.base : saved, rules: next });
    },
    discard: () => {
      clear();
      setDraft(undefined);
    },
    save,
    isSaving: isRunning,
    refusal,
  };
}
