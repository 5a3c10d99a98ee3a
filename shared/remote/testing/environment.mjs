import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';

/** What every browser of today has and jsdom has not. */
const BROWSER = [
  'TextEncoder',
  'TextDecoder',
  'Response',
  'Request',
  'Headers',
  'fetch',
  'DecompressionStream',
  'structuredClone',
  'BroadcastChannel',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
];

/** jsdom with the parts of the web platform that Node brings along. */
export default class BrowserEnvironment extends JsdomEnvironment {
  async setup() {
    await super.setup();
    for (const name of BROWSER) this.global[name] ??= globalThis[name];
  }
}
