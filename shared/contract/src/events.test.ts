import { installHost, type HostEngine } from './engine.ts';
import { publish, subscribe } from './events.ts';

function bus() {
  const said: unknown[] = [];
  const listeners = new Map<string, (payload: unknown) => void>();
  installHost({
    events: {
      publish: (name: string, payload: unknown) => {
        said.push([name, payload]);
        listeners.get(name)?.(payload);
      },
      subscribe: (name: string, listener: (payload: unknown) => void) => {
        listeners.set(name, listener);
        return () => listeners.delete(name);
      },
    },
  } as unknown as HostEngine);
  return said;
}

it('[PLAT-01] an event reaches who listens, with its payload', () => {
  const said = bus();
  const heard: unknown[] = [];
  const end = subscribe('data.changed', ({ resources }) => heard.push(resources));
  publish('data.changed', { resources: ['workouts'] });
  end();
  publish('data.changed', { resources: ['routes'] });
  expect(heard).toEqual([['workouts']]);
  expect(said).toHaveLength(2);
});

it('[PLAT-01] a payload of another shape is refused, naming event and field', () => {
  const said = bus();
  const refusal = /Event data\.changed: resources/;
  expect(() => publish('data.changed', { resources: 'workouts' } as never)).toThrow(refusal);
  expect(() => publish('data.changed', { resources: ['weather'] } as never)).toThrow(refusal);
  expect(said).toEqual([]);
});
