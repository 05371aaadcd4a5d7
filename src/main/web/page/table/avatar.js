// A picture of a participant, or its initials on a colour that stays the same.

import { element, setText } from '../element.js';

const HUES = 18;
const HUE_STEP = 360 / HUES;

/** An avatar. `show` replaces the participant. */
export class Avatar {
  root = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  #initials = element('span', { class: 'avatar-initials' });
  #image = null;
  #url = null;

  constructor(participant) {
    this.root.append(this.#initials);
    if (participant !== undefined) {
      this.show(participant, '');
    }
  }

  show(participant, name) {
    const label = name || participant?.name || participant?.externalId || '';
    setText(this.#initials, initials(label));
    this.root.style.setProperty('--hue', hue(participant?.id ?? label) * HUE_STEP);
    const url = loadable(participant?.imageUrl);
    if (url !== this.#url) {
      this.#url = url;
      this.#image?.remove();
      this.#image = url ? this.#load(url) : null;
    }
  }

  /** The initials stay visible until the picture has been loaded, and if it cannot be. */
  #load(url) {
    const image = element('img', { class: 'avatar-image', alt: '', decoding: 'async', referrerpolicy: 'no-referrer' });
    image.addEventListener('load', () => image.classList.add('is-loaded'));
    image.addEventListener('error', () => image.remove());
    image.src = url;
    this.root.append(image);
    return image;
  }
}

/** The URL, if the page's policy lets it be loaded: HTTPS, or the page's own origin. */
export function loadable(url) {
  if (!url || !URL.canParse(url, location.href)) {
    return null;
  }
  const { protocol, origin } = new URL(url, location.href);
  return protocol === 'https:' || origin === location.origin ? url : null;
}

/** First characters of the first and the last word; an emoji counts as one character. */
export function initials(name) {
  const words = name.trim().split(/[\s._-]+/u).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map(firstCharacter).join('').toLocaleUpperCase();
}

function firstCharacter(word) {
  const [{ segment } = { segment: '' }] = new Intl.Segmenter().segment(word);
  return segment;
}

/** FNV-1a of the text, as one of a few hues. */
function hue(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % HUES;
}
