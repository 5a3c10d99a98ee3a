import { z } from 'zod';

const EXAMPLE =
  '[{"type": "polar", "client_id": "…", "client_secret": "…", "notice_secret": "…"}, {"type": "wahoo", …}]';

const ConnectedServices = z.array(
  z
    .object({
      type: z.enum(['polar', 'wahoo']),
      client_id: z.string().min(1),
      client_secret: z.string().min(1),
      /** Polar: key of the signatures of its notices. Wahoo: token in the body of its notices. Without it none is taken. */
      notice_secret: z.string().min(8).optional(),
      /** Hosts besides the service's own at which its files may be, such as a bucket of its store. */
      file_hosts: z.array(z.hostname()).max(10).optional(),
      /** Answers instead of all the service's own hosts. */
      origin: z.url().optional(),
    })
    .strict(),
);

/** A service whose members' workouts come here, with what it knows this installation by. */
export type ConnectedService = z.infer<typeof ConnectedServices>[number];

/**
 * The services as `CONNECTED_SERVICES` names them.
 * @param fail hears what is wrong, a sentence
 */
export function readConnectedServices(text: string, fail: (message: string) => void): ConnectedService[] {
  if (text.trim() === '') return [];
  try {
    const services = ConnectedServices.parse(JSON.parse(text));
    if (new Set(services.map(({ type }) => type)).size === services.length) return services;
    fail('CONNECTED_SERVICES names a type twice.');
  } catch {
    fail(`CONNECTED_SERVICES is a JSON list such as ${EXAMPLE}`);
  }
  return [];
}
