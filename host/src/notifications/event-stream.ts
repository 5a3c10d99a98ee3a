/** One server-sent event. */
export interface ServerEvent {
  id: string;
  data: string;
}

/** Puts events together from the text of a stream, however it is cut. Comment lines keep the connection open and are no events. */
export function createEventParser(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = '';
  let id = '';
  let data: string[] = [];
  const takeLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ id, data: data.join('\n') });
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  };
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  };
}

/** Reads a stream of events to its end. @throws whatever ends the connection before that */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser(onEvent);
  for (let part = await reader.read(); !part.done; part = await reader.read())
    parse(decoder.decode(part.value, { stream: true }));
}
