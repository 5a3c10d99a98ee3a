/** Of its own, because a first view draws badges before the design system is there. */
export const BADGE_CSS = `
.wm-badge{display:inline-flex;align-items:center;gap:4px;padding:1px 8px;border-radius:999px;white-space:nowrap;
font-size:var(--wm-text-xs);font-weight:600;line-height:1.6;background:var(--soft);color:var(--strong)}
`;
