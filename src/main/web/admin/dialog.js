// Dialogs: for what needs an answer before it happens, and for secrets that are shown once.
import { announce, button, element, uniqueId } from './dom.js';
import { Form } from './form.js';

/** Opens a modal dialog, which is removed when it closes; the focus returns to where it was. */
export function openDialog(title, ...content) {
  const before = document.activeElement;
  const id = uniqueId('dialog');
  const dialog = element('dialog', { 'aria-labelledby': id }, element('h2', { id }, title), content);
  dialog.addEventListener('close', () => {
    dialog.remove();
    (before?.isConnected ? before : document.querySelector('h1'))?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks for values, or only for a confirmation, and carries out an act with them. The dialog stays open while the act fails.
 * `run(values)` does it; `done` is what is announced afterwards.
 */
export function askToAct({ title, text, fields = [], label, danger = false, run, done, after = null }) {
  const cancel = button('Cancel', () => dialog.close(), { class: 'quiet' });
  const form = new Form({
    fields,
    label,
    danger,
    cancel,
    submit: async (values) => {
      const result = await run(values);
      dialog.close();
      if (done) {
        announce(done);
      }
      await after?.(result);
    },
  });
  const dialog = openDialog(title, text && element('p', {}, text), form.element);
  form.focus();
  if (danger && fields.length === 0) {
    cancel.focus(); // Enter does not destroy anything by accident.
  }
  return dialog;
}

/** Shows a secret that cannot be read again. It is in the document only while the dialog is open. */
export function showSecret(title, secret, note) {
  const id = uniqueId('secret');
  const field = element('input', { id, class: 'secret', readonly: true, onfocus: ({ target }) => target.select() });
  field.value = secret;
  const copy = button(
    'Copy',
    async () => {
      try {
        await navigator.clipboard.writeText(secret);
        copy.textContent = 'Copied';
      } catch {
        field.focus(); // Pages without https have no clipboard. The text is selected.
        copy.textContent = 'Copy it by keyboard';
      }
    },
    { class: 'primary' },
  );
  const close = button('I have stored it', () => dialog.close());
  const line = element('div', { class: 'secret-line' }, field, copy);
  const dialog = openDialog(
    title,
    element('p', {}, note),
    element('label', { for: id }, 'Secret'),
    line,
    element('div', { class: 'buttons' }, close),
  );
  copy.focus();
  return dialog;
}

/** Shows something to read. */
export function showContent(title, ...content) {
  const dialog = openDialog(
    title,
    content,
    element(
      'div',
      { class: 'buttons' },
      button('Close', () => dialog.close()),
    ),
  );
  return dialog;
}
