import { Component, type ReactNode } from 'react';
import type { App } from '../app/app.ts';
import { AppContext } from '../app/context.ts';

/** Catches what its children throw, logs an error event and shows the fallback. */
export class Boundary extends Component<{ fallback: ReactNode; children: ReactNode }, { broken: boolean }> {
  static override contextType = AppContext;
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    const app = this.context as App | null;
    app?.links.track?.('error', {
      remote: 'host',
      message: error instanceof Error ? error.message : String(error),
    });
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}
