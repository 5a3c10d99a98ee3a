import * as linguiCore from '@lingui/core';
import * as linguiReact from '@lingui/react';
import * as contract from '@waymark/contract';
import * as i18n from '@waymark/i18n';
import * as remote from '@waymark/remote';
import * as ui from '@waymark/ui/base';
import * as React from 'react';
import * as ReactDOM from 'react-dom';
import * as ReactDOMClient from 'react-dom/client';
import * as jsxRuntime from 'react/jsx-runtime';
import * as queries from './queries.ts';
import * as router from './router.ts';

/**
 * The host's own instance of every library that remotes share, by import name.
 * The other side is `shared/remote/build/shared.ts`.
 */
export const LIBRARIES: Record<string, () => object> = {
  react: () => React,
  'react/jsx-runtime': () => jsxRuntime,
  'react-dom': () => ReactDOM,
  'react-dom/client': () => ReactDOMClient,
  'react-router-dom': () => router,
  '@lingui/core': () => linguiCore,
  '@lingui/react': () => linguiReact,
  '@tanstack/react-query': () => queries,
  '@waymark/contract': () => contract,
  '@waymark/i18n': () => i18n,
  '@waymark/ui/base': () => ui,
  '@waymark/remote': () => remote,
};
