// The page can be read without this. It sends requests to this server alone, and keeps the key in its field only.
const shown = [
  'content-type',
  'content-encoding',
  'etag',
  'last-modified',
  'link',
  'x-total-count',
  'galley-release',
  'galley-ignored',
  'retry-after',
  'ratelimit',
];
const maxShown = 100_000;

const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (find('try-form'));
const [status, output] = [find('try-status'), find('try-output')];
const show = (/** @type {string} */ line, text = '') => {
  status.textContent = line;
  output.textContent = text;
};
const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

const showArticle = () => {
  field('article').disabled = field('path').value !== '/articles/';
};
form.hidden = false;
// It scrolls, with the keyboard, too.
Object.assign(output, { tabIndex: 0, role: 'group', ariaLabel: 'The response' });
form.addEventListener('change', showArticle);
showArticle();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const article = field('article').disabled ? '' : encodeURIComponent(field('article').value);
  const query = field('query').value.replace(/^\?/, '');
  const address = `/api/v1${field('path').value}${article}${query && `?${query}`}`;
  show(`GET ${address}`);
  const start = performance.now();
  try {
    const response = await fetch(address, { headers: { 'X-Api-Key': field('key').value }, cache: 'no-store' });
    const text = await response.text();
    const time = Math.round(performance.now() - start);
    const headers = shown.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [`${name}: ${value}`];
    });
    let body = text;
    try {
      body = JSON.stringify(JSON.parse(text), null, 2);
    } catch {}
    const rest = body.length > maxShown ? `\nand ${body.length - maxShown} characters more` : '';
    const line = `GET ${address}: ${response.status} ${response.statusText}, ${time} ms, ${text.length} characters`;
    show(line, [...headers, '', body.slice(0, maxShown) + rest].join('\n'));
  } catch (error) {
    show(`GET ${address}: ${error}`);
  }
});

// Browsers give a clipboard to pages over https and on this machine.
for (const block of navigator.clipboard ? document.querySelectorAll('pre:not(#try-output)') : []) {
  const button = document.createElement('button');
  const label = () => {
    button.textContent = 'Copy';
  };
  label();
  button.type = 'button';
  button.className = 'copy';
  button.setAttribute('aria-label', `Copy ${block.getAttribute('aria-label')}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent ?? '').catch(() => {});
    button.textContent = 'Copied';
    setTimeout(label, 2000);
  });
  block.before(button);
}
