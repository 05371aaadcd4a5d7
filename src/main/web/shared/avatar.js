// What pictures of participants have in common, wherever they are shown: initials, and a colour that stays the same.

const HUES = 18;

/** The hue of a participant in degrees, from its ID: FNV-1a, as one of a few distinct hues. */
export function hueOf(id) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 0) % HUES) * (360 / HUES);
}

/** First characters of the first and the last word of a name; an emoji counts as one character. */
export function initials(name, language) {
  const words = name.trim().split(/[\s._-]+/u).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  const segmenter = new Intl.Segmenter(language);
  const first = (word) => [...segmenter.segment(word)][0].segment;
  return chosen.map(first).join('').toLocaleUpperCase(language);
}
