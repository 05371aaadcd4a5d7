/** The style sheet of the leaderboard. Pages change it by the custom properties `--laurel-...` and by `::part()`. */
export const STYLE = new CSSStyleSheet();

STYLE.replaceSync(`
:host {
  --accent: var(--laurel-accent, light-dark(#0b6e4f, #5fd4a6));
  --text: var(--laurel-text, light-dark(#16181d, #f3f4f6));
  --muted: var(--laurel-muted, light-dark(#5b606b, #a4a9b4));
  --line: var(--laurel-line, light-dark(#e7e8ec, #2b2e35));
  --background: var(--laurel-background, light-dark(#fff, #16181c));
  --row: var(--laurel-row-height, 2.75rem);
  color-scheme: light dark;
  color: var(--text);
  container-type: inline-size;
  contain-intrinsic-inline-size: 16rem;
  display: block;
  font: 400 var(--laurel-font-size, 0.9375rem) / 1.4 var(--laurel-font, system-ui, sans-serif);
  position: relative;
  text-align: start;
}
:host([hidden]), [hidden] { display: none !important; }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([theme='page']) { color-scheme: inherit; }

.card {
  background: var(--background);
  border: var(--laurel-border, 1px solid var(--line));
  border-radius: var(--laurel-radius, 0.875rem);
  box-shadow: var(--laurel-shadow, none);
  overflow: clip;
}

.header {
  column-gap: 1rem;
  display: grid;
  grid-template-columns: 1fr auto;
  padding: 1rem 1.25rem 0.875rem;
  row-gap: 0.125rem;
}
.title { font-size: 1.125em; font-weight: 650; letter-spacing: -0.01em; line-height: 1.3; overflow-wrap: anywhere; }
.title:empty::before, .window:empty::before { content: '\\a0'; }
.window, .countdown, .status { color: var(--muted); font-size: 0.8667em; }
bdi { white-space: nowrap; }
/* Title and window at the start, status and countdown at the end. */
.status, .countdown { grid-column: 2; }
.title, .status { grid-row: 1; }
.window, .countdown { grid-row: 2; }
.countdown, .status { font-variant-numeric: tabular-nums; justify-self: end; white-space: nowrap; }
.status { align-items: center; display: flex; gap: 0.45em; }
.status::before { background: currentcolor; block-size: 0.5em; border-radius: 50%; content: ''; inline-size: 0.5em; }
.status[data-state='live'] { color: var(--accent); }
.status[data-state='offline'] { color: light-dark(#8f5200, #f0b65a); }

.table { border-spacing: 0; font-variant-numeric: tabular-nums; inline-size: 100%; }
th, td { font-weight: inherit; padding: 0 0.5rem; text-align: start; }
.head th { color: var(--muted); font-size: 0.8em; padding-block: 0.125rem 0.5rem; }
tr > :first-child { padding-inline-start: 1.25rem; text-align: center; }
tr > :last-child { padding-inline-end: 1.25rem; text-align: end; white-space: nowrap; }
tbody > tr { background: var(--background); position: relative; }
tbody > tr > * { block-size: var(--row); border-block-start: 1px solid var(--line); box-sizing: border-box; }
tbody th { inline-size: 100%; max-inline-size: 0; }

.rank {
  border-radius: 1em;
  box-sizing: border-box;
  color: var(--muted);
  display: inline-block;
  line-height: 1.75em;
  min-inline-size: 1.75em;
  padding-inline: 0.25em;
}
.medal-1 { background: var(--laurel-gold, #f3c969); color: #3d2a00; font-weight: 650; }
.medal-2 { background: var(--laurel-silver, #d3d7de); color: #2a2e36; font-weight: 650; }
.medal-3 { background: var(--laurel-bronze, #e0ad86); color: #40200a; font-weight: 650; }

.who { align-items: center; display: flex; gap: 0.625rem; }
.avatar {
  align-items: center;
  background: light-dark(hsl(var(--hue) 55% 91%), hsl(var(--hue) 25% 26%));
  block-size: 1.875rem;
  border-radius: 50%;
  color: light-dark(hsl(var(--hue) 60% 24%), hsl(var(--hue) 60% 86%));
  display: flex;
  flex: none;
  font-size: 0.75em;
  font-weight: 600;
  inline-size: 1.875rem;
  justify-content: center;
  overflow: hidden;
}
.avatar img { block-size: 100%; inline-size: 100%; object-fit: cover; }
.name { font: inherit; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
button.name { background: none; border: 0; color: inherit; cursor: pointer; padding: 0.25em 0; text-align: start; }
.selectable .row { cursor: pointer; }
.selectable .row:hover > * { background: color-mix(in srgb, var(--text) 5%, transparent); }
.change { color: var(--laurel-up, light-dark(#0b7a43, #58d68d)); flex: none; font-size: 0.8em; font-weight: 600; }
.change:empty { display: none; }
.change.down { color: var(--laurel-down, light-dark(#b3362b, #f1948a)); }
/* As wide as its text, so that the name gives way; very long scores break. */
.score {
  display: inline-block;
  font-weight: 600;
  inline-size: max-content;
  line-height: 1.2;
  max-inline-size: 40cqi;
  overflow-wrap: anywhere;
  unicode-bidi: isolate;
  white-space: normal;
}

.own { font-weight: 650; }
.own .rank:not([class*='medal']) { color: inherit; }
.own > * { background: color-mix(in srgb, var(--accent) 10%, transparent); }
.own > :first-child { box-shadow: inset 3px 0 var(--accent); }
.own > :first-child:dir(rtl) { box-shadow: inset -3px 0 var(--accent); }
.gap > td { block-size: 1.25rem; color: var(--muted); line-height: 1; text-align: center; }

.message {
  align-items: center;
  border-block-start: 1px solid var(--line);
  color: var(--muted);
  display: flex;
  flex-direction: column;
  gap: 0.75rem;
  justify-content: center;
  min-block-size: calc(var(--row) * 3);
  padding: 1.5rem;
  text-align: center;
}
.retry {
  background: none;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  color: var(--text);
  cursor: pointer;
  font: inherit;
  padding: 0.375rem 0.875rem;
}
:focus-visible { border-radius: 0.25rem; outline: 2px solid var(--accent); outline-offset: 2px; }
.name:focus-visible { outline-offset: -2px; }

.skeleton { background: repeating-linear-gradient(var(--line) 0 1px, transparent 1px var(--row)); }
.skeleton::before {
  animation: pulse 1.4s ease-in-out infinite alternate;
  background: repeating-linear-gradient(
    transparent 0 calc(var(--row) * 0.4), var(--line) 0 calc(var(--row) * 0.6), transparent 0 var(--row));
  block-size: 100%;
  content: '';
  display: block;
  margin-inline: 1.25rem;
  mask: linear-gradient(to right, #000 1.75rem, #0000 0 2.75rem, #000 0 55%, #0000 0 82%, #000 0);
}
.skeleton:dir(rtl)::before { scale: -1 1; }
@keyframes pulse { to { opacity: 0.45; } }

.spoken {
  block-size: 1px;
  clip-path: inset(50%);
  inline-size: 1px;
  margin: 0;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
}

@container (max-width: 22rem) {
  .header { column-gap: 0.5rem; padding-inline: 0.875rem; }
  tr > :first-child { padding-inline-start: 0.75rem; }
  tr > :last-child { padding-inline-end: 0.875rem; }
}
@container (max-width: 18rem) { .avatar { display: none; } }
@media (prefers-reduced-motion: reduce) { .skeleton::before { animation: none; } }
`);
