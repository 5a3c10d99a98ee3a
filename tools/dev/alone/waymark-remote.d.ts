declare module 'waymark-remote' {
  import type { defineRemote } from '@waymark/remote';

  const remote: ReturnType<typeof defineRemote>;
  export default remote;
}
