/**
 * What a list of way points looks like, once for all of its rows: a step back may change fifty of them, and each is
 * plain text for the browser. Rows out of sight are there for keys, search and screen readers, but are not laid out.
 */
export const STOP_STYLES = {
  '& [data-stop]': {
    position: 'relative',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 96px',
    // Rings of focus reach beyond a row.
    overflowClipMargin: '6px',
    marginInline: '-4px',
    paddingInline: '4px',
  },
  '& [data-part=line]': { display: 'flex', alignItems: 'center', minHeight: '48px' },
  '& [data-part=stop]': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flex: 1,
    minWidth: 0,
    minHeight: '44px',
    paddingInline: '8px',
    textAlign: 'start',
    borderRadius: 'var(--wm-radius-sm)',
    cursor: 'pointer',
  },
  '& [data-part=stop]:hover': { background: 'var(--wm-sunken)' },
  '& [data-part=stop][aria-pressed=true]': { background: 'var(--wm-blaze-soft)' },
  '& [data-part=number]': {
    flex: 'none',
    minWidth: '24px',
    textAlign: 'center',
    font: '600 var(--wm-text-lg) / 1.5 var(--wm-font-figure)',
    color: 'var(--wm-muted)',
  },
  '& [aria-pressed=true] > [data-part=number]': { color: 'var(--wm-blaze-strong)' },
  '& [data-part=words]': { flex: 1, minWidth: 0 },
  '& [data-part=words] > *': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 'var(--wm-text-xs)',
    color: 'var(--wm-muted)',
  },
  '& [data-part=words] > :first-child': {
    fontSize: 'var(--wm-text-sm)',
    fontWeight: 600,
    color: 'inherit',
  },
  '& [data-part=drop]': {
    position: 'absolute',
    insetInline: 0,
    height: '2px',
    background: 'var(--wm-blaze)',
  },
} as const;
