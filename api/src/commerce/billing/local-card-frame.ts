import { html } from '../../kernel/server/page.ts';
import { TEST_CARDS } from './local/test-cards.ts';

const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** The card fields, in the product's look. The page around them listens for the messages that the script sends. */
export const CARD_FRAME = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Card</title>
      <link rel="stylesheet" href="/developer/style.css" />
      <style>
        body {
          max-width: none;
          margin: 0;
          padding: 3px;
        }
        form {
          display: grid;
          grid-template-columns: 1fr 1fr;
          align-items: end;
          gap: 12px;
        }
        label {
          display: grid;
          gap: 4px;
          font-size: 14px;
        }
        /* The look that the member chose on the site; without a choice that of the system counts. */
        :root[data-theme='light'] {
          color-scheme: light;
          --paper: #fbfaf7;
          --ink: #17211e;
          --soft: #56615c;
          --blaze: #b93a14;
        }
        :root[data-theme='dark'] {
          color-scheme: dark;
          --paper: #101614;
          --ink: #e9ede8;
          --soft: #a3aea8;
          --blaze: #ff7a4d;
        }
        .whole {
          grid-column: 1 / -1;
        }
        [aria-invalid='true'] {
          border-color: var(--blaze);
          box-shadow: inset 0 0 0 1px var(--blaze);
        }
        #problem {
          margin: 0;
          color: var(--blaze);
        }
        #problem:empty {
          display: none;
        }
        input,
        select {
          min-height: 44px;
          padding: 8px 12px;
          font: inherit;
          font-size: 16px;
          border: 1px solid var(--soft);
          border-radius: 6px;
          background: var(--paper);
          color: inherit;
          min-width: 0;
        }
      </style>
    </head>
    <body>
      <form id="card" novalidate>
        <p class="whole" style="margin:0">This installation takes no real money. Use a test card.</p>
        <label class="whole"
          >Test card<select id="test">
            <option value="">Choose one, or type its number</option>
            ${TEST_CARDS.map(
              ({ number, label }) => html`<option value="${number}">${label} (${grouped(number)})</option>`,
            )}
          </select></label
        >
        <label class="whole"
          >Card number<input id="number" inputmode="numeric" autocomplete="cc-number" maxlength="23"
        /></label>
        <label
          >Expires (MM / YY)<input id="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="7"
        /></label>
        <label>Security code<input id="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" /></label>
        <p id="problem" class="whole"></p>
        <!-- Enter in a field sends a form that has a button. -->
        <button hidden></button>
      </form>
      <script src="/services/billing/local/card-frame.js" defer></script>
    </body>
  </html>`.text;

/**
 * Messages to the page: `{type: 'ready'}`, `{type: 'resize', height}`, `{type: 'change', complete}`, `{type: 'token', token, brand, last4}` and
 * `{type: 'error', code, message}`. The page sends `{type: 'submit'}`.
 */
export const CARD_SCRIPT = `'use strict';
const field = (id) => document.getElementById(id);
const tell = (message) => parent.postMessage({ source: 'waymark-card', ...message }, location.origin);
const digits = (id) => field(id).value.replace(/[^0-9]/g, '');
const group = (number) => number.replace(/([0-9]{4})(?=[0-9])/g, '$1 ');
const followTheme = () => {
  let theme = null;
  try { theme = localStorage.getItem('wm_theme'); } catch {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
};
followTheme();
addEventListener('storage', followTheme);
const expiry = () => {
  const text = digits('expiry');
  return { exp_month: Number(text.slice(0, 2)), exp_year: 2000 + Number(text.slice(2, 4)) };
};
const isComplete = () => digits('number').length >= 14 && digits('expiry').length === 4 && digits('cvc').length >= 3;
const FIELDS = ['number', 'expiry', 'cvc'];
const show = (message, wrong) => {
  field('problem').textContent = message;
  for (const id of FIELDS) {
    field(id).removeAttribute('aria-invalid');
    field(id).removeAttribute('aria-describedby');
  }
  if (!wrong) return;
  field(wrong).setAttribute('aria-invalid', 'true');
  field(wrong).setAttribute('aria-describedby', 'problem');
  // Whoever is in these fields is led to the one that is wrong; the page says it to whoever pressed its button.
  if (FIELDS.includes(document.activeElement?.id)) field(wrong).focus();
};
/** What is wrong at first sight, as [field, sentence]. */
const problemOf = () => {
  const { exp_month: month } = expiry();
  const isAmex = /^3[47]/.test(digits('number'));
  if (digits('number').length === 0) return ['number', 'Enter the card number.'];
  if (digits('expiry').length !== 4 || month < 1 || month > 12)
    return ['expiry', 'Enter month and year of the expiry date, such as 12 / 29.'];
  if (digits('cvc').length !== (isAmex ? 4 : 3))
    return ['cvc', isAmex ? 'Enter the 4 digits on the front of the card.' : 'Enter the 3 digits on the back of the card.'];
  return null;
};
const FIELD_OF = { exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' };
async function submit() {
  show('', null);
  const problem = problemOf();
  if (problem) {
    const [wrong, message] = problem;
    show(message, wrong);
    return tell({ type: 'error', code: 'incomplete', message });
  }
  try {
    const answer = await fetch('/services/billing/local/cards', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'waymark' },
      body: JSON.stringify({ number: digits('number'), cvc: digits('cvc'), ...expiry() }),
    });
    const body = await answer.json();
    if (answer.ok) return tell({ type: 'token', token: body.token, brand: body.brand, last4: body.last4 });
    show(body.error_description, FIELD_OF[Object.keys(body.diagnostics ?? {})[0]] ?? 'number');
    tell({ type: 'error', code: body.error, message: body.error_description });
  } catch {
    const message = 'The card could not be checked. Try again.';
    show(message, null);
    tell({ type: 'error', code: 'unreachable', message });
  }
}
field('test').addEventListener('change', () => {
  const number = field('test').value;
  if (!number) return;
  field('number').value = group(number);
  field('expiry').value = '12 / ' + String(new Date().getFullYear() + 3).slice(2);
  field('cvc').value = number.startsWith('37') ? '1234' : '123';
  show('', null);
  tell({ type: 'change', complete: isComplete() });
});
field('card').addEventListener('input', () => {
  show('', null);
  tell({ type: 'change', complete: isComplete() });
});
field('card').addEventListener('submit', (event) => { event.preventDefault(); void submit(); });
addEventListener('message', (event) => {
  if (event.origin === location.origin && event.source === parent && event.data?.type === 'submit') void submit();
});
new ResizeObserver(() => tell({ type: 'resize', height: document.body.offsetHeight })).observe(document.body);
tell({ type: 'ready' });
`;
