import { I18nProvider } from '@lingui/react';
import { navigate } from '@waymark/contract';
import { defineRemote } from '@waymark/remote';
import * as React from 'react';
import { seen } from './seen.ts';

function Beta() {
  seen('beta', { React, I18nProvider, navigate });
  return <h1>Beta</h1>;
}

export default defineRemote({ beta: <Beta /> });
