import { Component, type ReactNode } from 'react';
import { queryClient } from '../../data/query.ts';
import { Failed } from './page-states.tsx';

/** Shows a failed page. The rest of the console stays. */
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
          // Resend failed requests instead of showing their cached errors.
          void queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' });
          this.setState({ error: undefined });
        }}
      />
    );
  }
}
