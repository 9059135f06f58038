import { useSummariesOf } from '../../data/servers.ts';
import { titleOfLock } from '../../parts/operations-texts.ts';
import { Select } from '../../parts/select.tsx';
import { texts } from './texts.ts';

/** Shows a choice of servers that can get a floating IP. A locked server stays in the list, with its lock. */
export function ServerChoice({
  label,
  empty,
  value,
  except,
  onChange,
}: {
  label: string;
  empty: string;
  value: number | null;
  /** Server that already has the floating IP, or `null`. */
  except: number | null;
  onChange: (id: number | null) => void;
}) {
  const servers = useSummariesOf().servers.filter(({ id, status }) => status === 'active' && id !== except);
  return (
    <Select
      label={label}
      empty={empty}
      value={value}
      options={servers.map(({ id, hostname, lock_reason: lock }) => ({
        value: id,
        label: lock === null ? hostname : texts.serverIsLocked(hostname, titleOfLock(lock)),
        disabled: lock !== null,
      }))}
      onChange={onChange}
    />
  );
}
