import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { styles } from '../theme/styles.ts';
import { Spinner } from '../spinner.tsx';

styles(`
.wm-loading{position:relative}
.wm-loading__cover{position:absolute;inset:0;display:grid;place-items:center;z-index:5;color:var(--wm-blaze-strong);
background:color-mix(in srgb,var(--wm-paper) 70%,transparent)}
.wm-loading__cover[data-page]{position:fixed;z-index:50}
.wm-skeleton-text{display:grid;gap:8px}
.wm-skeleton[data-waiting]{visibility:hidden}
`);

const SKELETON_AFTER_MS = 150;

export interface LoadingOverlayProps {
  active: boolean;
  /** Read aloud. Default 'Loading'. */
  label?: string;
  /** What it covers; without children it covers the page. */
  children?: ReactNode;
}

/** Covers what is being worked on (a form that is being sent). For a page that loads use skeletons. */
export function LoadingOverlay({ active, label, children }: LoadingOverlayProps) {
  const { t } = useLingui();
  const cover = active && (
    <div className="wm-loading__cover" data-page={children ? undefined : ''}>
      <Spinner size="2.5rem" label={label ?? t`Loading`} />
    </div>
  );
  if (children === undefined) return cover || null;
  return (
    <div className="wm-loading" aria-busy={active}>
      <div inert={active}>{children}</div>
      {cover}
    </div>
  );
}

export interface SkeletonProps {
  width?: string | number;
  height?: string | number;
  radius?: string | number;
}

/** A placeholder in the shape of what comes. Keeps its room at once, shows after 150 ms. */
export function Skeleton({ width = '100%', height = '1.2em', radius }: SkeletonProps) {
  const shown = useDelayed(SKELETON_AFTER_MS);
  return (
    <div
      className="wm-skeleton"
      aria-hidden
      data-waiting={shown ? undefined : ''}
      style={{ width, height, borderRadius: radius }}
    />
  );
}

/** Lines of text to come; the last one is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className="wm-skeleton-text">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={index === lines - 1 && lines > 1 ? '60%' : '100%'} />
      ))}
    </div>
  );
}

/** False at first, true once `ms` have passed: what comes quickly never flashes a placeholder. */
export function useDelayed(ms: number, active = true): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [ms, active]);
  return active && passed;
}
