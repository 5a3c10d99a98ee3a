import { I18nProvider } from '@lingui/react';
import { defineRemote } from '@waymark/remote';
import { navigate } from '@waymark/contract';
import * as React from 'react';
import { Link, useLocation } from 'react-router-dom';
import './alpha.css';

/** Which copies of the shared libraries a remote got, for the test that there is only one of each. */
function seen(remote: string, libraries: Record<string, unknown>): void {
  const page = globalThis as { seen?: Record<string, Record<string, unknown>> };
  page.seen = { ...page.seen, [remote]: libraries };
}

const Details = React.lazy(() => import(/* webpackChunkName: "details" */ './details.tsx'));

function List() {
  seen('alpha', { React, I18nProvider, navigate });
  const location = useLocation();
  const [broken, setBroken] = React.useState(false);
  // Tests break the page on purpose: as it is drawn for the first time, or later.
  if (broken || sessionStorage.getItem('alpha') === 'throws') throw new Error('Alpha broke.');
  return (
    <section className="alpha">
      <h1>Alpha</h1>
      <p data-testid="state">{String(location.state ?? 'none')}</p>
      <Link to="/alpha/details">Details</Link>
      <button type="button" onClick={() => setBroken(true)}>
        Break
      </button>
      <button type="button" onClick={() => navigate('/beta/')}>
        To beta
      </button>
    </section>
  );
}

export default defineRemote({ list: <List />, details: <Details /> });
