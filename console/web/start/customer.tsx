/** Starts the customers' console. */
import '../style/base.css';
import '../style/tokens.css';
import '../style/fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeReturn } from '../data/arrival.ts';
import { queryClient } from '../data/query.ts';
import { App } from './app.tsx';

takeReturn();
const root = document.getElementById('root');
if (root === null) throw new Error('the document has no root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
