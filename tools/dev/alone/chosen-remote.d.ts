import type { defineRemote } from '@waymark/remote';

/** `src/remote.tsx` of the remote that runs alone: `tools/dev/alone.ts` puts it in the place of this import. */
declare const remote: ReturnType<typeof defineRemote>;
export default remote;
