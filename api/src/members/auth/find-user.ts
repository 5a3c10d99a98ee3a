import { authCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';

export const findUserRoute = route<typeof authCalls.findUser>({
  call: authCalls.findUser,
  access: 'anyone',
  lenient: true,
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, params }) {
    const login = await context.db
      .selectFrom('logins')
      .select('user_id')
      .where('email', '=', normaliseEmail(params.email))
      .executeTakeFirst();
    return { userExists: login !== undefined };
  },
});
