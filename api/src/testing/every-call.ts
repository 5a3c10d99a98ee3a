import { services } from '../services.ts';

/** A call that looks at who asks: with an id of 1 wherever it names something. */
export interface GuardedCall {
  method: string;
  path: string;
  /** What a token needs for it; null where tokens open nothing. */
  scope: string | null;
}

/** All calls of all services that are for members alone. */
export function memberCalls(): GuardedCall[] {
  return services.flatMap(({ base, routes, scopeArea }) =>
    routes.flatMap(({ call: { method, path }, access }) => {
      if (access !== 'member') return [];
      const isRead = method === 'GET' && !path.includes('privacy_toggle');
      return {
        method,
        path: (base + path).replaceAll(/:(\w+)/g, '1'),
        scope: scopeArea ? `${scopeArea}:${isRead ? 'read' : 'write'}` : null,
      };
    }),
  );
}
