/** Of its own, because a first view draws cards before the design system is there. */
export const CARD_CSS = `
.wm-card{border:1px solid var(--wm-hairline);border-radius:var(--wm-radius-lg);background:var(--wm-surface);
padding:20px;min-width:0}
@media (max-width:767.98px){.wm-card{padding:16px}}
`;
