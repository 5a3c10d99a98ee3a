import { beginStandalone } from '@waymark/remote/standalone';
import './embed.css';
import { showRoute } from './show-route.ts';

showRoute(beginStandalone(), document.body);
