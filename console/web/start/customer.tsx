/** Starts the customers' console. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const brand = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? 'Innkeeper';
const root = document.getElementById('root');
if (root === null) throw new Error('The document has no element with the id root.');

createRoot(root).render(
  <StrictMode>
    <h1>{brand}</h1>
  </StrictMode>,
);
