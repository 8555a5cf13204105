/** The element of the page with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new RangeError(`The page has no #${id}.`);
  return found as T;
}

/** The first element inside another that fits a selector. */
export function within(parent: Element, selector: string): HTMLElement {
  const found = parent.querySelector<HTMLElement>(selector);
  if (found === null) throw new RangeError(`#${parent.id} has no ${selector}.`);
  return found;
}

/** Creates an element. Text of authors enters the page only here, as text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** `1 error`, `2 errors`. */
export function toCounted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** `1 error, 2 warnings`; '' where there are none. */
export function toProblemCount(errors: number, warnings: number): string {
  const words = [errors > 0 ? toCounted(errors, 'error') : '', warnings > 0 ? toCounted(warnings, 'warning') : ''];
  return words.filter((word) => word !== '').join(', ');
}

/** Text with what stands between backticks as code. */
export function withCode(text: string): (Node | string)[] {
  return text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? element('code', {}, part) : part));
}
