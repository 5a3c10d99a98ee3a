import { isAscii } from 'node:buffer';
import { FileProblem } from '../file-problem.ts';

export type TextDecoding = {
  decode: (bytes: Buffer, last: boolean) => string;
  skip: number;
  /** Bytes below 0x80 are ASCII and nothing else, wherever they stand. */
  ascii: boolean;
};

function declaredEncoding(head: Buffer): string | null {
  const declaration = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head.toString('latin1', 0, 400),
  );
  return declaration ? declaration[1]!.toLowerCase() : null;
}

/** What declarations call UTF-16. */
const UTF_16 = /^(?:utf-16|unicode|csunicode|(?:iso-10646-)?ucs-2)/;

/** By byte order mark, else by the shape of the first bytes, else what the XML declaration says, else UTF-8. */
function encodingOf(head: Buffer): { label: string; mark: number } {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { label: 'utf-8', mark: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { label: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { label: 'utf-16be', mark: 2 };
  if (head[0] === 0x3c && head[1] === 0) return { label: 'utf-16le', mark: 0 };
  if (head[0] === 0 && head[1] === 0x3c) return { label: 'utf-16be', mark: 0 };
  const declared = declaredEncoding(head);
  // A declaration that can be read byte by byte is not UTF-16, whatever it says.
  return { label: !declared || UTF_16.test(declared) ? 'utf-8' : declared, mark: 0 };
}

/**
 * How to turn the bytes of an XML file into text. `skip` bytes at the front (a byte order mark) are not
 * text. Names with the letters of Windows in a file that counts as UTF-8 are common: from there on it is read as
 * windows-1252, which differs in such letters only. Otherwise decoding throws a FileProblem when the bytes are not what
 * they claim to be.
 */
export function detectEncoding(head: Buffer): TextDecoding {
  const { label, mark } = encodingOf(head);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    throw new FileProblem(
      'not_text',
      `This file says its text is encoded as “${label}”, which we cannot read. Save it as UTF-8 and try again.`,
    );
  }
  const asciiIsItself = decoder.encoding === 'utf-8' || decoder.encoding.startsWith('windows-125');
  let pending = false;
  const decode = (bytes: Buffer, last: boolean): string => {
    // Most files are plain ASCII; this path is several times faster than the decoder.
    if (asciiIsItself && !pending && isAscii(bytes)) return bytes.toString('latin1');
    try {
      pending = true;
      const text = decoder.decode(bytes, { stream: !last });
      pending = (bytes.at(-1) ?? 0) > 0x7f;
      return text;
    } catch {
      if (decoder.encoding === 'utf-8') {
        decoder = new TextDecoder('windows-1252');
        return decoder.decode(bytes, { stream: !last });
      }
      throw new FileProblem(
        'not_text',
        `This file claims to be ${label.toUpperCase()} text but holds bytes that are not. Export it from your device or app again.`,
      );
    }
  };
  return { decode, skip: mark, ascii: asciiIsItself };
}
