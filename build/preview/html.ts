import { escapeAttribute } from '../markdown/html/escape-html.ts';

/** HTML that was written here or made safe by the build. */
export interface SafeHtml {
  readonly html: string;
}

type TemplateValue = SafeHtml | string | number | null | readonly TemplateValue[];

/** HTML from a template. Texts that are put into it are escaped, for elements as for attributes in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): SafeHtml {
  return safeHtml(strings.map((text, i) => text + toText(values[i] ?? null)).join(''));
}

/** Marks a text as HTML, which is not escaped. */
export function safeHtml(text: string): SafeHtml {
  return { html: text };
}

/** Text with what stands between backticks as code. */
export function withCode(text: string): SafeHtml {
  return safeHtml(escapeAttribute(text).replace(/`([^`]+)`/g, '<code>$1</code>'));
}

/** A list of names and values; those without a value are not in it. */
export function toTerms(values: Readonly<Record<string, SafeHtml | string | null | undefined>>): SafeHtml {
  const items = Object.entries(values).map(([name, value]) =>
    value === null || value === undefined ? null : html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`,
  );
  return html`<dl>${items}</dl>`;
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

function toText(value: TemplateValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return escapeAttribute(`${value}`);
  return 'html' in value ? value.html : value.map(toText).join('');
}
