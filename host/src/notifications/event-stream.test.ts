import { createEventParser, type ServerEvent } from './event-stream.ts';

const STREAM =
  ': open\n\nid: 7\nevent: change\ndata: {"a":1}\n\n: ping\n\nid: 8\r\ndata:x\r\ndata: y\r\n\r\n';

it('puts events together however the stream is cut, and leaves comments out', () => {
  for (const size of [1, 3, 7, STREAM.length]) {
    const events: ServerEvent[] = [];
    const parse = createEventParser((event) => events.push(event));
    for (let at = 0; at < STREAM.length; at += size) parse(STREAM.slice(at, at + size));
    expect(events).toEqual([
      { id: '7', data: '{"a":1}' },
      { id: '8', data: 'x\ny' },
    ]);
  }
});
