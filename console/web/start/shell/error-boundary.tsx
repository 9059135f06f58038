import { Component, type ReactNode } from 'react';
import { queryClient } from '../../data/query.ts';
import { Failed } from './page-states.tsx';

/** Shows that a page failed, in place of the page. The rest of the console stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Failed
        error={this.state.error}
        onRetry={() => {
          // Failed reads are sent again, and not shown from the cache.
          void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
          this.setState({ error: undefined });
        }}
      />
    );
  }
}
