import type { ScriptPolicy } from '@waymark/contract/early';
import { STANDALONE_DATA, type StandaloneData } from '@waymark/contract/standalone';

export type { StandaloneData };

/** One script of the site, as the build published it. */
const request = (policy: ScriptPolicy, url: string, integrity: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${url} could not be loaded.`)));
    script.async = true;
    script.crossOrigin = 'anonymous';
    if (integrity) script.integrity = integrity;
    script.src = policy.createScriptURL(url);
    document.head.append(script);
  });

/**
 * Begins a page that stands alone: what the edge knows for it, and the way its chunks are loaded. To be called first in
 * the module that a page names as `standalone` in `waymark.json`.
 */
export function beginStandalone(): StandaloneData {
  const rules: ScriptPolicy = {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin)
        throw new TypeError(`Scripts from ${url} are not allowed here.`);
      return url;
    },
  };
  const policy = window.trustedTypes?.createPolicy('waymark-loader', rules) ?? rules;
  window.waymark = {
    loader: {
      policy,
      // A second attempt goes to another address, so that a bad answer that was kept is not met again.
      load: (url, integrity) =>
        request(policy, url, integrity).catch(() => request(policy, `${url}?r=1`, integrity)),
    },
  };
  return JSON.parse(document.getElementById(STANDALONE_DATA)?.textContent ?? '{}') as StandaloneData;
}
