import { Component, type ReactNode } from 'react';
import { queryClient } from '../../data/query.ts';
import { Failed } from './page-states.tsx';

interface Props {
  children: ReactNode;
  /** Path of the page. Another page is shown without the error of the previous one. */
  path?: string;
}

interface State {
  error: unknown;
  path: string | undefined;
}

/** Shows a failed page. The rest of the console stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, path: this.props.path };

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { error: undefined, path };
  }

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
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
