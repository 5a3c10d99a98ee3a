/** Of its own, because a first view draws figures before the design system is there. */
export const FIGURE_CSS = `
.wm-figure__unit{font:400 .5em/1 var(--wm-font);color:var(--wm-muted);letter-spacing:0}
.wm-figure[data-size=sm]{font-size:var(--wm-text-lg)}
.wm-figure[data-size=md]{font-size:var(--wm-text-2xl)}
.wm-figure[data-size=lg]{font-size:var(--wm-text-4xl)}
.wm-figure[data-size=xl]{font-size:clamp(var(--wm-text-5xl),7vw,4.5rem)}
.wm-figure[data-size=sm] .wm-figure__unit{font-size:.68em}
`;

/** The same for tiles. */
export const TILE_CSS = `
.wm-tile{display:flex;flex-direction:column;gap:2px;min-width:0}
:is(.wm-tile__label,.wm-tile__note){font-size:var(--wm-text-xs);line-height:1.4;color:var(--wm-muted)}
`;
