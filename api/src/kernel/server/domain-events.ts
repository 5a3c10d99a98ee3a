import type { Trx } from '../database/tables.ts';

/** Events by name and what each carries. The folder that publishes one declares it here by declaration merging. */
export interface DomainEvents {}

/** What a service does when an event is published, in the publisher's transaction. An error undoes the whole change. */
export type Subscriptions = {
  [Name in keyof DomainEvents]?: (trx: Trx, event: DomainEvents[Name], publisher: Publisher) => Promise<void>;
};

export interface Publisher {
  /** Calls every subscriber of the event, one after the other in the order of the services. */
  publish<Name extends keyof DomainEvents>(trx: Trx, name: Name, event: DomainEvents[Name]): Promise<void>;
  /** The clock of the API, which subscribers read too. */
  now: () => Date;
  /** Queues work that is done once the transaction commits; see `Jobs.send`. */
  queue: (trx: Trx, name: string, data: object) => Promise<void>;
}

/** The publisher of one API: it knows the subscriptions of these services and no others. */
export function createPublisher(
  services: readonly { subscriptions?: Subscriptions }[],
  { now, queue }: Pick<Publisher, 'now' | 'queue'>,
): Publisher {
  const publisher: Publisher = {
    async publish(trx, name, event) {
      for (const { subscriptions } of services) await subscriptions?.[name]?.(trx, event, publisher);
    },
    now,
    queue,
  };
  return publisher;
}
