/** Intervals of the checks of a node, which suit a node with few guests by default. */
import type { Section } from '@innkeeper/model/configuration/keys';

/** Returns the intervals in milliseconds of the jobs that monitor a node, by their names. */
export function intervalsOf(values: Section<'worker'>): Record<string, number> {
  return {
    watch: values['worker.watch_interval'],
    'sample-usage': values['worker.samples_interval'],
    'reconcile-network': values['worker.network_interval'],
    'reconcile-protection': values['worker.network_interval'],
    'observe-node': values['worker.node_interval'],
  };
}
