import { defineRemote } from '@waymark/remote';
import { App } from './app.tsx';

export default defineRemote(App);
