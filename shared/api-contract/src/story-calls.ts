import type { ClientCalls } from './client-call.ts';
import { storyEndpoints } from './endpoints/stories.ts';
import type * as schemas from './stories.ts';

/** Of its own, because the first script of the feed carries these calls and none of the others. */
export const storyCalls = storyEndpoints as ClientCalls<typeof schemas.storyCalls>;
