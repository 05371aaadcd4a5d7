// Light or dark, as the system or the reader prefers.

const STORED = 'laurel.theme';
const THEMES = ['auto', 'light', 'dark'];
let chosen = 'auto';

/** The theme that the reader has chosen: `auto`, `light` or `dark`. */
export function theme() {
  try {
    const stored = localStorage.getItem(STORED);
    return THEMES.includes(stored) ? stored : 'auto';
  } catch {
    return chosen; // The browser stores nothing for this page.
  }
}

/** Applies a theme, and keeps it for the next visit. */
export function setTheme(name) {
  try {
    if (name === 'auto') {
      localStorage.removeItem(STORED);
    } else {
      localStorage.setItem(STORED, name);
    }
  } catch {
    // The browser stores nothing for this page: the theme lasts for this visit.
  }
  chosen = name;
  document.documentElement.dataset.theme = name;
}

/** The theme after this one, for a button that goes through them. */
export function nextTheme() {
  return THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
}
