/** Name of the host's business, from the document. */
export const brand = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? 'Innkeeper';

/** Sets the title of the browser's tab. */
export function setTitle(page: string): void {
  document.title = `${page} · ${brand}`;
}
