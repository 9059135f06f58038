/**
 * Loads style sheets of pages again that failed, for example while the installation was restarted. Vite requests each of them only once, so
 * the page would have no styles until the document is reloaded.
 */

const failed = new Set<string>();

// `error` events of elements do not bubble.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    failed.add(target.href);
    target.remove();
  },
  { capture: true },
);

/** Loads the style sheets that failed before. Throws if one of them fails again. */
export async function loadFailedStyles(): Promise<void> {
  const again = [...failed];
  failed.clear();
  await Promise.all(again.map(loadStyle));
}

function loadStyle(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${href} cannot be loaded`));
    document.head.append(link);
  });
}
