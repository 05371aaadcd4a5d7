/** The style sheet of the charts. Pages change it by the custom properties `--laurel-...`. */
export const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
:host {
  --accent: var(--laurel-accent, light-dark(#0b6e4f, #5fd4a6)); --text: var(--laurel-text, light-dark(#16181d, #f3f4f6));
  --muted: var(--laurel-muted, light-dark(#5b606b, #a4a9b4)); --line: var(--laurel-line, light-dark(#e7e8ec, #2b2e35));
  --background: var(--laurel-background, light-dark(#fff, #16181c));
  color-scheme: light dark; color: var(--text); display: block; contain: inline-size;
  font: 400 var(--laurel-font-size, 0.9375rem)/1.4 var(--laurel-font, system-ui, sans-serif);
}
:host([hidden]) { display: none; }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([theme='page']) { color-scheme: inherit; }
figure { margin: 0; position: relative; }
figcaption { display: grid; justify-items: start; gap: 0.125rem; margin-block-end: 0.75rem; }
.title { font-size: 1.0667em; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
/* Texts are in their own direction, also in pages from right to left. */
.title, .summary, .status, output, .tip { unicode-bidi: plaintext; }
.summary, .status { color: var(--muted); font-size: 0.8667em; }
.status { margin: 0; }
.status:empty { display: none; }
.scroll { direction: ltr; overflow-x: auto; }
svg { direction: ltr; display: block; max-inline-size: 100%; overflow: visible; }
.scroll svg { max-inline-size: none; }
text { fill: var(--muted); font-size: 0.75rem; font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); }
.trace { fill: none; stroke: var(--accent); stroke-linecap: round; stroke-linejoin: round; stroke-width: 2; }
.area { fill: var(--accent); opacity: 0.08; }
.point { outline: none; }
.point circle { fill: var(--background); stroke: var(--accent); stroke-width: 2; }
.point circle.hit { fill: transparent; stroke: none; }
.point text { fill: var(--text); font-weight: 600; text-anchor: middle; }
.point:focus-visible circle:not(.hit), .point:hover circle:not(.hit) { fill: var(--accent); }
.point:focus-visible circle:not(.hit) { stroke-width: 6; }
.tip { background: var(--text); border-radius: 0.5rem; color: var(--background); font-size: 0.8667em; inset-block-start: 0;
  left: 0;
  max-inline-size: 16rem; padding: 0.375rem 0.625rem; pointer-events: none; position: absolute; inline-size: max-content;
  z-index: 1; }
.tip[hidden] { display: none; }
.bar rect { fill: hsl(var(--hue) 45% var(--laurel-bar-lightness, 45%));
  fill: light-dark(hsl(var(--hue) 48% 78%), hsl(var(--hue) 38% 34%)); }
.bar .name { fill: var(--text); font-size: 0.8125rem; font-weight: 550; }
.bar .value { fill: var(--text); font-size: 0.8125rem; font-weight: 600; }
.bar .rank { text-anchor: end; }
.bar { outline: none; }
.bar:focus-visible rect { stroke: var(--accent); stroke-width: 2; }
.clock { font-size: 1.5rem; font-weight: 650; text-anchor: end; fill: var(--muted); }
.controls { align-items: center; display: flex; gap: 0.75rem; margin-block-start: 0.75rem; }
.controls button { align-items: center; background: var(--accent); border: 0; border-radius: 50%; block-size: 2.5rem;
  color: var(--background);
  cursor: pointer; display: grid; flex: none; inline-size: 2.5rem; justify-items: center; padding: 0; }
.controls svg { fill: currentcolor; }
.controls input { accent-color: var(--accent); flex: 1; min-block-size: 1.5rem; min-inline-size: 0; }
.controls output { color: var(--muted); font-size: 0.8667em; font-variant-numeric: tabular-nums; min-inline-size: 7em;
  text-align: end; }
:is(button, input):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.day { fill: var(--line); outline: none; }
.day.active { fill: color-mix(in srgb, var(--accent) var(--depth, 100%), var(--line)); }
.day.frozen { fill: light-dark(#b9d9f3, #28567c); }
.day.future { fill: transparent; stroke: var(--line); }
.day:focus-visible, .day:hover { stroke: var(--text); stroke-width: 2; }
.legend { align-items: center; color: var(--muted); display: flex; flex-wrap: wrap; font-size: 0.8667em; gap: 0.375rem 1rem;
  margin-block-start: 0.75rem; }
.legend span { align-items: center; display: flex; gap: 0.375rem; }
.legend svg { block-size: 0.75rem; inline-size: 0.75rem; }
.hidden { block-size: 1px; clip-path: inset(50%); inline-size: 1px; overflow: hidden; position: absolute; white-space: nowrap; }
@media (forced-colors: active) {
  .trace, .point circle { stroke: CanvasText; }
  .day.active, .bar rect { fill: Highlight; }
}
`);
