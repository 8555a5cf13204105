// Runs in every document of a test page before all else. It records what is executed, and checks articles in the page.
(() => {
  const found = [];
  const record = (what) => {
    found.push(what);
    try {
      const { index } = window.frameElement.dataset;
      window.top.executed[index] ??= what;
    } catch {}
  };
  for (const name of ['alert', 'confirm', 'open', 'print', 'prompt']) window[name] = () => record(name);
  // The policy of the page is to report: whatever is a script, a handler, a style, a frame or a form breaks it.
  document.addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI, sample }) => {
    // What the test itself asks of the page is evaluated as well.
    if (/^(?:img|media)-src$/.test(effectiveDirective)) return;
    if (disposition === 'report' && !/^(?:examine|execute)\(/.test(sample))
      record(`${effectiveDirective} ${blockedURI} ${sample}`);
  });
  window.executed = {};

  const safeSchemes = ['http:', 'https:', 'mailto:', 'tel:'];
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    // Of an address that cannot be read the scheme is a colon.
    if (link === null || [...safeSchemes, ':', ''].includes(link.protocol)) event.preventDefault();
  });

  const eventTypes = [
    'mouseover',
    'mousedown',
    'focus',
    'keydown',
    'input',
    'submit',
    'toggle',
    'load',
    'error',
    'animationend',
  ];
  const touch = (root) => {
    for (const element of root.querySelectorAll('*')) {
      for (const type of eventTypes) element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
  };

  const elements = new Set(
    (
      'a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div ' +
      'dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd li main mark nav ol p picture pre q ' +
      'rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ' +
      'ul var video wbr'
    ).split(' '),
  );
  const attributes = new Set(
    (
      'abbr align alt aria-describedby aria-hidden aria-label autoplay border cellpadding cellspacing checked cite class colspan ' +
      'controls datetime decoding default dir disabled headers height href hreflang id kind label lang loading loop media muted open ' +
      'playsinline poster preload rel reversed role rowspan scope sizes span src srclang srcset start summary target title type ' +
      'valign value width'
    ).split(' '),
  );
  // Articles are checked in the page alone: in frames, which are many, nothing more is made.
  const isPage = window === window.top;
  const names = new Set();
  for (const start of isPage ? [window, document, document.createElement('form')] : []) {
    for (let each = start; each; each = Object.getPrototypeOf(each))
      for (const name of Object.getOwnPropertyNames(each)) names.add(name);
  }

  /** What is in an element that must not be there. */
  const inspect = (root) => {
    const errors = [];
    const ids = new Set();
    for (const element of root.querySelectorAll('*')) {
      if (!elements.has(element.localName) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml')
        errors.push(`<${element.localName}>`);
      for (const { name, value } of element.attributes) {
        if (!attributes.has(name)) errors.push(`attribute ${name}`);
        if (!/^(?:cite|href|poster|src)$/.test(name)) continue;
        const { protocol } = URL.parse(value, 'http://article.test/') ?? { protocol: 'http:' };
        if (!safeSchemes.includes(protocol)) errors.push(`address ${value}`);
      }
      for (const candidate of (element.getAttribute('srcset') ?? '').split(',')) {
        const { protocol } = URL.parse(candidate.trim().split(/\s/)[0], 'http://article.test/') ?? {
          protocol: 'http:',
        };
        if (!safeSchemes.includes(protocol)) errors.push(`srcset ${candidate}`);
      }
      const { id } = element;
      if (id !== '' && ids.has(id)) errors.push(`id ${id} twice`);
      ids.add(id);
      if (names.has(id) && !/^h[1-6]$/.test(element.localName)) errors.push(`id ${id}`);
      if (element.hasAttribute('target') && !/\bno(?:opener|referrer)\b/i.test(element.rel)) errors.push('no noopener');
      if (/(?:^|\s)opener(?:\s|$)/i.test(element.getAttribute('rel') ?? '')) errors.push('opener');
    }
    return errors;
  };

  const kindOf = (value) => {
    if (value instanceof Element) return value.closest('x-article > *') ? 'an element of an article' : 'an element';
    return value instanceof HTMLCollection ? 'a collection' : typeof value;
  };
  const kinds = (form) =>
    [...names].flatMap((name) =>
      [window, document, form].map((each) => {
        try {
          return name in each ? kindOf(each[name]) : 'absent';
        } catch {
          return 'an error';
        }
      }),
    );

  const before = kinds(document.createElement('form'));

  /** A carriage return is lost in writing and parsing, since it is not written as a reference. */
  const written = (element) => element.innerHTML.replaceAll('\r', '\n');

  const empty = document.createElement('template');
  /** Looks at all articles of the page, which came with the document; `htmls` is what they were made of. */
  window.examine = async (htmls) => {
    const errors = [];
    const form = document.forms[0];
    const articles = [...form.querySelectorAll('x-article')];
    if (articles.length !== htmls.length)
      errors.push({ index: 0, error: `${articles.length} articles of ${htmls.length}` });
    htmls.forEach((html, index) => {
      const article = articles[index];
      const report = (error) => errors.push({ index, error });
      if (article === undefined) return;
      inspect(article).forEach(report);
      const parsed = written(article);
      article.innerHTML = html;
      inspect(article).forEach(report);
      if (written(article) !== parsed) report(`parsed in a document: ${parsed}`);
      touch(article);
      empty.innerHTML = parsed;
      if (written(empty) !== parsed) report(`parsed again: ${written(empty)}`);
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    document.activeElement?.blur();
    const after = kinds(form);
    after.forEach((kind, at) => {
      // What was not there is no property: a heading may have that id.
      if (before[at] === 'absent' || kind === before[at]) return;
      if (kind !== 'an element of an article' && kind !== 'a collection') return;
      errors.push({ index: 0, error: `clobbered: ${[...names][Math.floor(at / 3)]} is ${kind}` });
    });
    for (const what of found.splice(0)) errors.push({ index: 0, error: what });
    return errors;
  };

  /** Shows texts as HTML, each in a frame of its own, and reports how many of them did something. */
  window.execute = async (htmls) => {
    window.executed = {};
    const frames = htmls.map((html, index) => {
      const frame = document.createElement('iframe');
      frame.dataset.index = index;
      frame.srcdoc = `<!doctype html><body>${html}`;
      return document.body.appendChild(frame);
    });
    await Promise.all(
      frames.map((frame) =>
        Promise.race([
          new Promise((resolve) => {
            frame.onload = resolve;
          }),
          new Promise((resolve) => setTimeout(resolve, 2000)),
        ]),
      ),
    );
    for (const { contentDocument } of frames) if (contentDocument) touch(contentDocument);
    const count = () => Object.keys(window.executed).length;
    // Until nothing more is executed.
    for (let before = -1; count() > before; ) {
      before = count();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const frame of frames) frame.remove();
    return count();
  };
})();
