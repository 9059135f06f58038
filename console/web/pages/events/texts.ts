/** Texts of the page. */

export const texts = {
  title: 'Events',
  empty: 'Nothing has happened yet.',
  took: (duration: string) => `took ${duration}`,
  failed: 'failed',
  running: 'in progress',
  by: (email: string) => `by ${email}`,
  more: 'Show older events',
  audit: 'Acts by people and programs',
  auditEmpty: 'No acts yet.',
  request: (id: string) => `request ${id}`,
} as const;
