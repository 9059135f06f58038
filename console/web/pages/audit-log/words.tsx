import type { AuditEntry } from '@innkeeper/sdk/index';
import { useSummary } from '../../data/servers.ts';
import { Name } from '../../parts/name.tsx';
import { Link, useRouter } from '../../router/router.tsx';
import { titleOfKind } from './filter.ts';
import { texts } from './texts.ts';

/** Pages of resources, by their kind. */
const PAGES: Readonly<Record<string, string>> = {
  server: '/servers',
  order: '/orders',
  ticket: '/support',
  webhook: '/webhooks',
  firewall: '/firewalls',
};

/** Returns the name of the person behind an entry, or of the part of the host. */
export function nameOfPerson({ actor, user }: Pick<AuditEntry, 'actor' | 'user'>): string {
  if (actor.kind === 'staff' && actor.name !== null) return texts.supportNamed(actor.name);
  return user?.email ?? capital(texts.actors[actor.kind]);
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * Returns the means by which a person acted, such as `by token 5`. Returns `undefined` for a browser, which is usual, and for actors that
 * are not people.
 */
export function describeActor({ actor, user }: Pick<AuditEntry, 'actor' | 'user'>): string | undefined {
  return user !== null && actor.kind === 'token' && actor.id !== null ? texts.byToken(actor.id) : undefined;
}

/** Shows the resource of an action, as a link to its page if it has one. */
export function Thing({ resource }: { resource: AuditEntry['resource'] }) {
  const { hasPage } = useRouter();
  const server = useSummary(resource?.kind === 'server' ? resource.id : 0);
  if (resource === null) return null;
  const { kind, id } = resource;
  const to = `${PAGES[kind] ?? ''}/${id}`;
  const label =
    kind === 'server' && server !== undefined ? <Name text={server.hostname} /> : texts.thingOf(titleOfKind(kind), id);
  if (PAGES[kind] === undefined || !hasPage(to)) return label;
  return (
    <Link to={to} className="link">
      {label}
    </Link>
  );
}
