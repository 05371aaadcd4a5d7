// Runs before the first paint, so that neither colours nor the direction of text change afterwards.
(() => {
  const root = document.documentElement;
  try {
    root.dataset.theme = localStorage.getItem('laurel.theme') || 'auto';
  } catch {
    // Without storage the page follows the system.
  }
  const parameters = new URLSearchParams(location.search);
  const asked = parameters.get('dir');
  const language = parameters.get('lang') || root.lang;
  let direction = asked === 'rtl' || asked === 'ltr' ? asked : 'ltr';
  try {
    const locale = new Intl.Locale(language);
    direction = asked === direction ? asked : (locale.getTextInfo?.() ?? locale.textInfo)?.direction || direction;
  } catch {
    // An unknown language is read from left to right.
  }
  root.dir = direction;
})();
