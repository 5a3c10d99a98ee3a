// Every style sheet of the shell; the build takes them out of the script and the edge writes them into the page.
import '@waymark/ui/tokens.css';
import '@waymark/ui/fonts.css';
import './shell/shell.css';
import './header/header.css';
import './header/drawer.css';
import './pages/pages.css';
import './notices/notices.css';
import './house-ads/house-ads.css';
import './footer/footer.css';
import './home/sheet.css';
import './home/home.css';
import { afterEarlyView } from './remotes/early-view.ts';

// In the same script, but none of it runs before the page's early view is on the screen.
afterEarlyView(window, () => void import(/* webpackMode: "eager" */ './start.tsx'));
