/** @module-tag program */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { galley } from '../support/command.ts';
import { hasOutside, outside } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

/** The names of the schemas, made from the OpenAPI description of Kubernetes. */
const schemas: Record<string, string> = {
  'v1 ServiceAccount': 'IoK8sApiCoreV1ServiceAccount',
  'apps/v1 Deployment': 'IoK8sApiAppsV1Deployment',
  'policy/v1 PodDisruptionBudget': 'IoK8sApiPolicyV1PodDisruptionBudget',
  'v1 Service': 'IoK8sApiCoreV1Service',
};

type Validate = ((value: unknown) => boolean) & { errors: unknown };

/** What the schema refuses, and paths that it does not know. */
async function validate(document: Record<string, unknown>): Promise<{ errors: unknown; unknown: string[] }> {
  const name = schemas[`${document.apiVersion} ${document.kind}`];
  const file = join(outside, 'node_modules', 'kubernetes-models', '_schemas', `${name}.js`);
  const { validate }: { validate: Validate } = await import(pathToFileURL(file).href);
  const unread = new Set<string>();
  const isValid = validate(watch(document, '', unread));
  return { errors: isValid ? null : validate.errors, unknown: [...unread] };
}

/** The value, whose properties are in `unread` until they are read: a schema reads what it knows. */
function watch<T>(value: T, path: string, unread: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  const own: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {};
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) unread.add(`${path}/${name}`);
    own[name] = watch(inner, `${path}/${name}`, unread);
  }
  return new Proxy(own, {
    get(target, name) {
      unread.delete(`${path}/${String(name)}`);
      return Reflect.get(target, name);
    },
  }) as T;
}

test.skipIf(!hasOutside('kubernetes-models'))(
  'the schemas of Kubernetes know all of galley init kubernetes',
  async () => {
    const folder = await makeFolder();
    expect((await galley(folder, ['init', 'kubernetes'])).code).toBe(0);
    const text = await readFile(join(folder, 'kubernetes', 'galley.yaml'), 'utf8');
    const parts = (text: string): Record<string, unknown>[] => parseAllDocuments(text).map((part) => part.toJS());
    expect(parts(text)).toHaveLength(4);
    for (const part of parts(text)) expect(await validate(part)).toEqual({ errors: null, unknown: [] });
    // What is wrong would be found.
    const [, misspelt = {}] = parts(text.replace('readOnlyRootFilesystem:', 'readOnlyRootFileSystem:'));
    const path = '/spec/template/spec/containers/0/securityContext/readOnlyRootFileSystem';
    expect(await validate(misspelt)).toEqual({ errors: null, unknown: [path] });
    const [, mistyped = {}] = parts(text.replace('replicas: 2', 'replicas: two'));
    expect((await validate(mistyped)).errors).not.toBeNull();
  },
);
