import { Transform, type TransformCallback } from 'node:stream';

interface Entry {
  level?: string;
  msg?: string;
  id?: unknown;
  call?: string;
  status?: unknown;
  err?: { message?: string; stack?: string };
}

/** What the end of a part is told by: its whole command line, which nobody wants to read. */
const END = /exec '.*' exited with code (\w+)/;

/** A line of a server's log in words, the end of a part in short; any other line as it is. A prefix in front stays. */
export function readable(line: string): string {
  if (END.test(line)) return line.replace(END, 'ended ($1)');
  const start = line.indexOf('{"');
  if (start < 0) return line;
  let entry: Entry;
  try {
    entry = JSON.parse(line.slice(start)) as Entry;
  } catch {
    return line;
  }
  if (typeof entry.level !== 'string' || typeof entry.msg !== 'string') return line;
  const { level, msg, call, status, err } = entry;
  const parts = [
    level === 'info' ? '' : level.toUpperCase(),
    msg,
    [call, status].filter(Boolean).join(' '),
    level === 'warn' ? err?.message : (err?.stack ?? err?.message),
  ];
  return line.slice(0, start) + parts.filter(Boolean).join('  ');
}

/** Puts a stream of text through `readable`, line by line, into another. */
export function readableLines(into: NodeJS.WritableStream): Transform {
  let rest = '';
  return new Transform({
    decodeStrings: false,
    transform(chunk: string | Buffer, _encoding, done: TransformCallback) {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) into.write(`${readable(line)}\n`);
      done();
    },
    flush(done) {
      if (rest) into.write(`${readable(rest)}\n`);
      done();
    },
  });
}
