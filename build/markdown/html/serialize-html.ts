import type { Nodes, Properties } from 'hast';
import { voidElements } from './elements.ts';
import { escapeAttribute, escapeText } from './escape-html.ts';

/** A sanitised tree as HTML: the HTML standard's fragment serialisation, so that parsing it gives the same tree. Comments are left out. */
export function serializeHtml(node: Nodes): string {
  if (node.type === 'text') return escapeText(node.value);
  if (node.type === 'root') return node.children.map(serializeHtml).join('');
  if (node.type !== 'element') return '';
  const open = `<${node.tagName}${serializeProperties(node.properties)}>`;
  if (voidElements.has(node.tagName)) return open;
  const content = node.children.map(serializeHtml).join('');
  // A parser drops the first line end of these.
  const lineEnd = node.tagName === 'pre' && content.startsWith('\n') ? '\n' : '';
  return `${open}${lineEnd}${content}</${node.tagName}>`;
}

function serializeProperties(properties: Properties): string {
  let attributes = '';
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    attributes += ` ${toAttributeName(name)}="${escapeAttribute(toAttributeValue(value))}"`;
  }
  return attributes;
}

function toAttributeName(property: string): string {
  if (property === 'className') return 'class';
  if (property.startsWith('aria')) return `aria-${property.slice(4).toLowerCase()}`;
  return property.toLowerCase();
}

function toAttributeValue(value: NonNullable<Properties[string]>): string {
  if (value === true) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
