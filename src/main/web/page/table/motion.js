// Rows that move to their new places.

const DURATION = 420;
const EASING = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Whether the reader prefers that nothing moves. */
export function stillMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Animates a row that is already at its new place, `place` pixels below the edge of the area. `before` is its earlier
 * place and score, or undefined if it was not visible.
 */
export function slide(row, before, place) {
  const { root, y } = row;
  if (!before) {
    root.animate([{ opacity: 0 }, { opacity: 1 }], { duration: DURATION, easing: 'ease-out' });
    return;
  }
  const distance = before.y - place;
  if (Math.abs(distance) >= 1) {
    root.classList.toggle('is-rising', distance > 0);
    const steps = [{ transform: `translateY(${y + distance}px)` }, { transform: `translateY(${y}px)` }];
    const animation = root.animate(steps, { duration: DURATION, easing: EASING });
    animation.onfinish = () => root.classList.remove('is-rising');
  }
  if (before.score !== row.score) {
    root.querySelector('.score').animate([{ opacity: 0.25 }, { opacity: 1 }], { duration: 2 * DURATION, easing: 'ease-out' });
  }
}
