/** Texts of the table of plans. */

export const texts = {
  plan: 'Plan',
  columns: { plan: 'Plan', vcpus: 'vCPU', memory: 'Memory', disk: 'Disk', traffic: 'Traffic', price: 'A month' },
  gb: (amount: string) => `${amount} GB`,
  tb: (amount: string) => (Number(amount) === 0 ? 'unmetered' : `${amount} TB`),
  dedicated: 'CPUs of its own',
  noRoom: 'No room at the moment',
} as const;
