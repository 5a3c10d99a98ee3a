import { I18nProvider } from '@lingui/react';
import { defineRemote } from '@waymark/remote';
import { navigate } from '@waymark/contract';
import * as React from 'react';
import { Link, useLocation } from 'react-router-dom';
import { seen } from './seen.ts';
import './alpha.css';

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
