// The page's first module under development (`npm run dev`).
import '@waymark/remote/development/page';
import '../main.ts';
