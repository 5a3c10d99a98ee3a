import { defineRemote } from '@waymark/remote';
import { pages } from './pages.tsx';

export default defineRemote(pages);
