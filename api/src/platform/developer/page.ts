import { html, type Html } from '../../kernel/server/page.ts';
import type { Json, Operation, Parameter } from './openapi.ts';

const anchor = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** A short name of a schema: `string`, `integer, 1 to 100`, `one of "F", "M"`. */
export function typeText(schema: Json): string {
  const values = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (Array.isArray(values)) return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return branches.map((branch) => typeText(branch as Json)).join(' or ');
  if (schema['type'] === 'array') return `list of ${typeText((schema['items'] as Json) ?? {})}`;
  const { minimum, maximum } = schema;
  const range = [
    typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? `from ${minimum}` : '',
    typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? `to ${maximum}` : '',
  ].filter(Boolean);
  const format = typeof schema['format'] === 'string' ? ` (${schema['format']})` : '';
  return [`${typeof schema['type'] === 'string' ? schema['type'] : 'anything'}${format}`, ...range].join(' ');
}

const parameterTable = (parameters: Parameter[]): Html | null =>
  parameters.length === 0
    ? null
    : html`<table>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">In</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map(
            ({ name, in: place, required, schema }) =>
              html`<tr>
                <td><code>${name}</code>${required ? '' : ' (optional)'}</td>
                <td>${place}</td>
                <td>
                  ${typeText(schema)}${schema['default'] === undefined ? '' : `, ${JSON.stringify(schema['default'])} unless given`}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`;

const schemaBlock = (title: string, schema: Json | null): Html | null =>
  schema &&
  html`<h3>${title}</h3>
    <pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`;

const operationBlock = (operation: Operation): Html =>
  html`<details id="${anchor(`${operation.method} ${operation.path}`)}">
    <summary>
      <span class="method">${operation.method}</span><code class="wrap">${operation.path}</code>
      <span class="soft">${operation.summary}${operation.memberOnly ? ' · signed in' : ''}</span>
    </summary>
    <div>
      ${parameterTable(operation.parameters)} ${schemaBlock('Body', operation.body)}
      ${schemaBlock(`Answer ${operation.status}`, operation.response)}
      ${operation.response ? null : html`<p>Answers ${operation.status}.</p>`}
    </div>
  </details>`;

/** The documentation of every call, to read. */
export function developerPage(operations: Operation[]): Html {
  const services = Map.groupBy(operations, ({ service }) => service);
  return html`<h1>For developers</h1>
    <p>
      Every call of Waymark's API, from the same schemas that the server checks with. Machines read
      <a href="/services/openapi.json">the OpenAPI document</a>.
    </p>
    <p>
      Calls marked "signed in" carry the access token as <code>Authorization: Bearer</code>. It is good for
      ten minutes; <code>GET /auth/refresh-token</code> exchanges the session's cookie for a new one. Whatever
      fails answers with one form: <code>status</code>, <code>error</code> (a code that stays),
      <code>error_description</code> (a sentence), <code>diagnostics</code> per field, and
      <code>request_id</code>.
    </p>
    <nav aria-label="Services">
      <ul>
        ${[...services.keys()].map((name) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
      </ul>
    </nav>
    ${[...services].map(
      ([name, list]) =>
        html`<section aria-labelledby="${anchor(name)}">
          <h2 id="${anchor(name)}">${name}</h2>
          ${list.map(operationBlock)}
        </section>`,
    )}`;
}
