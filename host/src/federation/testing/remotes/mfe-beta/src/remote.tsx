import { I18nProvider } from '@lingui/react';
import { navigate } from '@waymark/contract';
import { defineRemote } from '@waymark/remote';
import * as React from 'react';

/** Which copies of the shared libraries a remote got, for the test that there is only one of each. */
function seen(remote: string, libraries: Record<string, unknown>): void {
  const page = globalThis as { seen?: Record<string, Record<string, unknown>> };
  page.seen = { ...page.seen, [remote]: libraries };
}

function Beta() {
  seen('beta', { React, I18nProvider, navigate });
  return <h1>Beta</h1>;
}

export default defineRemote({ beta: <Beta /> });
