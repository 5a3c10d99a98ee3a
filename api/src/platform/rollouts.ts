import { platformCalls } from '@waymark/api-contract';
import { rolloutsOf } from '../kernel/server/rollouts.ts';
import { route } from '../kernel/server/route.ts';

export const rolloutsHandler = route<typeof platformCalls.rollouts>({
  call: platformCalls.rollouts,
  access: 'anyone',
  lenient: true,
  handler: ({ context }) => Promise.resolve({ rollouts: rolloutsOf(context.env) }),
});
