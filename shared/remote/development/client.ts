// Runs inside each remote under development: takes up newer builds of it without loading the page anew.

declare const WAYMARK_REMOTE: string;

const hot = import.meta.webpackHot;
let newest = __webpack_hash__;
const isBehind = () => newest !== __webpack_hash__;
let busy = false;

async function takeUp(): Promise<void> {
  if (busy || !hot) return;
  busy = true;
  try {
    // One update leads from a build to the next; a page may be several behind.
    while (isBehind()) {
      const updated = hot.status() === 'idle' ? await hot.check(true) : null;
      if (!updated) throw new Error(`${WAYMARK_REMOTE} has no update from build ${__webpack_hash__}.`);
    }
  } catch {
    // The change reaches code that runs only once, or the update is gone: a new page has it.
    location.reload();
  } finally {
    busy = false;
  }
}

window.waymark?.development?.onBuild?.(WAYMARK_REMOTE, (hash) => {
  newest = hash;
  void takeUp();
});
