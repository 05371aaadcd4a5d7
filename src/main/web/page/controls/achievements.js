// Streaks and badges of a participant, as lists.

import { loadable } from '../table/avatar.js';
import { element, icon } from '../element.js';

/** Streaks with any activity: the current and the best length of each. Null if there are none. */
export function streakList(streaks, format) {
  const begun = streaks.filter(({ longestLength }) => longestLength > 0);
  if (!begun.length) {
    return null;
  }
  const items = begun.map(({ streak, currentLength, longestLength, activeToday, lastActiveDate }) => {
    const unit = streak.period === 'WEEK' ? 'week' : 'day';
    const best = longestLength === currentLength ? 'Best so far' : `Best ${format.count(longestLength, unit)}`;
    const today = activeToday ? 'done today' : `last ${format.date(lastActiveDate)}`;
    return element(
      'li',
      { class: `streak${currentLength ? '' : ' is-broken'}` },
      icon('flame'),
      element('span', { class: 'streak-name', dir: 'auto' }, streak.name ?? streak.key),
      element('span', { class: 'streak-length' }, format.count(currentLength, unit)),
      element('span', { class: 'hint' }, unit === 'day' ? `${best} · ${today}` : best),
    );
  });
  return element('ul', { class: 'streaks' }, items);
}

/** Badges, newest first; one that was awarded several times is shown once. Null if there are none. */
export function badgeList(awards, format) {
  if (!awards.length) {
    return null;
  }
  const badges = new Map();
  for (const { badge, awardedAt } of awards) {
    const known = badges.get(badge.key);
    badges.set(badge.key, { badge, awardedAt: known?.awardedAt ?? awardedAt, count: (known?.count ?? 0) + 1 });
  }
  const items = [...badges.values()].map(({ badge, awardedAt, count }) => {
    const title = [badge.description, `Since ${format.moment(awardedAt)}`].filter(Boolean).join(' · ');
    const url = loadable(badge.imageUrl);
    const image = { class: 'badge-image', src: url, alt: '', referrerpolicy: 'no-referrer' };
    const picture = url ? element('img', image) : icon('medal');
    return element(
      'li',
      { class: 'badge', title },
      picture,
      element('span', { class: 'badge-name', dir: 'auto' }, badge.name),
      count > 1 && element('span', { class: 'badge-count' }, `×${format.whole(count)}`),
    );
  });
  return element('ul', { class: 'badges' }, items);
}
