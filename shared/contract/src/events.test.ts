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
  const heard: number[] = [];
  const end = subscribe('workout.saved', ({ id }) => heard.push(id));
  publish('workout.saved', { id: 42 });
  end();
  publish('workout.saved', { id: 43 });
  expect(heard).toEqual([42]);
  expect(said).toHaveLength(2);
});

it('[PLAT-01] a payload of another shape is refused, naming event and field', () => {
  const said = bus();
  expect(() => publish('workout.saved', { id: 'forty-two' } as never)).toThrow(/Event workout\.saved: id /);
  expect(() => publish('theme.changed', { theme: 'purple' } as never)).toThrow(
    /Event theme\.changed: theme /,
  );
  expect(said).toEqual([]);
});
