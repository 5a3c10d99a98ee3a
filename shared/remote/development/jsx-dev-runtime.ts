// What the compiler's development output calls, by way of the one copy of React that the host provides.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import type { ElementType, Key, ReactElement } from 'react';

export { Fragment };
export const jsxDEV = (type: ElementType, props: object, key?: Key, isStatic?: boolean): ReactElement =>
  (isStatic ? jsxs : jsx)(type, props, key);
