import './shell/styles.ts';
import { afterEarlyView } from './remotes/early-view.ts';

// In the same script, but none of it runs before the page's early view is on the screen.
afterEarlyView(window, () => void import(/* webpackMode: "eager" */ './start.tsx'));
