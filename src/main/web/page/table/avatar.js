// A picture of a participant, or its initials on a colour that stays the same.

import { hueOf, initials } from '/web/shared/avatar.js';
import { element, setText } from '../element.js';

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
    this.root.style.setProperty('--hue', hueOf(participant?.id ?? label));
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
