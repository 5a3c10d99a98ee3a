import { SaxesParser } from 'saxes';
import { LIMITS } from '../limits.ts';
import { FileProblem } from '../file-problem.ts';
import { type OpenFile, openFile, type FileSource } from '../file-source.ts';
import { truncate } from '../storable-text.ts';
import { BlockScanner, startsWithAt } from './block-scanner.ts';
import { detectEncoding, type TextDecoding } from './text-decoder.ts';
import { type ElementMeaning, ElementNames, type XmlFormat } from './element-words.ts';

const CHUNK = 64 * 1024;
/** Errors that leave the structure intact: an entity of HTML, a control character in a name. */
const HARMLESS =
  /undefined entity|disallowed character\.|malformed character entity|duplicate attribute|"\]\]>"/;
const HARMLESS_MOST = 1000;

/** What follows an ampersand that begins an entity, and the longest beginning of one at the end of a piece. */
const ENTITY = '(?:[a-zA-Z][\\w.-]{0,31}|#\\d{1,7}|#[xX][\\da-fA-F]{1,6});';
const BARE_AMPERSANDS = new RegExp(`<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>|$)|&(?!${ENTITY})`, 'g');
const UNFINISHED_ENTITY = /&[#\w.-]{0,32}$/;

/** `whole`: the root was closed. `cut`: the file ended before that. `damaged`: malformed XML. `more`: documents that follow were not read. */
export type XmlEnd = 'whole' | 'cut' | 'damaged' | 'more';

/** `fast` false leaves every byte to saxes, for comparison. `progress` receives the share of the bytes that are read. */
export type ReadOptions = { fast?: boolean; progress?: (share: number) => void };

/** So many documents one after the other in a file are read; a tool that appends files makes a few. */
const DOCUMENTS_MOST = 100;
/** Another document begins this close to the end of the one before, in bytes. */
const NEXT_WITHIN = CHUNK;
/** How documents of any kind begin. */
const ROOTS = ['<?xml', '<gpx', '<TrainingCenterDatabase'];
/** The tag that closes a root may have begun in the piece before. */
const TAG_LENGTH = 256;

class Stop extends Error {}

/** Whether saxes is between tags, by a private field of it. Where that is missing, the fast path is not used. */
const stateOf = (parser: SaxesParser) => (parser as unknown as { state?: number }).state;
const BETWEEN_TAGS = stateOf(new SaxesParser().write('<a>'));

/**
 * Reads an XML file in pieces without holding the document. Prefixes need no declaration. Malformed XML is no exception
 * but an end of the file, so that the content before it is used.
 * @throws FileProblem for a doctype, too much depth, too long a text, too many bytes and a wrong encoding
 */
export class XmlReader<W extends ElementMeaning> {
  #format: XmlFormat<W>;
  #fast: boolean;
  #progress: (share: number) => void;
  #words: ElementNames<W>;
  #blocks: BlockScanner<W>;
  #opening: Buffer;
  #closing: Buffer;
  #parser: SaxesParser;
  #fed = 0;
  #event = 0;
  #useful = 0;
  #depth = 0;
  #open: W[] = [];
  #text = '';
  #harmless = 0;
  /** The beginning of an entity at the end of the last piece. */
  #carry = '';
  #inCdata = false;
  #root = '';
  #documentAt = 0;
  /** Where the piece that is being read begins in the file. */
  #pieceAt = 0;

  constructor(format: XmlFormat<W>, { fast = true, progress = () => {} }: ReadOptions = {}) {
    this.#format = format;
    this.#fast = fast && BETWEEN_TAGS !== undefined;
    this.#progress = progress;
    this.#words = new ElementNames(format);
    this.#blocks = new BlockScanner(format, this.#words);
    this.#opening = Buffer.from(`<${format.block}`);
    this.#closing = Buffer.from(`</${format.block}>`);
    this.#parser = this.#saxes();
  }

  /** Called by the format for each point or lap: a file without them for too long is refused. */
  noteProgress(): void {
    this.#useful = this.#fed;
  }

  /** From a path, or from bytes that are in memory already. Documents of the same kind that were appended are read too. */
  read(source: FileSource): XmlEnd {
    const file = openFile(source);
    try {
      if (file.size > LIMITS.xmlBytes) {
        throw new FileProblem(
          'too_big',
          `This file is larger than ${Math.round(LIMITS.xmlBytes / 1048576)} MB, more than one workout can be. Split it and try again.`,
        );
      }
      let end = this.#document(file, 0);
      for (let count = 1; end === 'whole'; count++) {
        const next = this.#nextDocument(file);
        if (next === null) return 'whole';
        if (next === 'other' || count === DOCUMENTS_MOST) return 'more';
        this.#reset();
        try {
          end = this.#document(file, next);
        } catch (error) {
          if (!(error instanceof FileProblem)) throw error;
          return 'more';
        }
      }
      return end;
    } finally {
      file.close();
    }
  }

  #document(file: OpenFile, from: number): XmlEnd {
    try {
      return this.#feed(file, from);
    } catch (error) {
      if (error instanceof Stop) return error.message as XmlEnd;
      throw error;
    }
  }

  /** Where a document with the same root begins that follows the one that ended in the last piece; `other` with another root. */
  #nextDocument(file: OpenFile): number | 'other' | null {
    const bytes = Buffer.allocUnsafe(CHUNK + NEXT_WITHIN);
    const from = Math.max(this.#documentAt, this.#pieceAt - TAG_LENGTH);
    const tail = bytes.subarray(0, file.read(bytes, 0, from));
    const closing = findTag(tail, `</${this.#root}`, 0);
    if (closing < 0) return null;
    const opening = findTag(tail, `<${this.#root}`, closing);
    if (opening >= 0) return from + opening;
    return ROOTS.some((root) => findTag(tail, root, closing) >= 0) ? 'other' : null;
  }

  #reset(): void {
    this.#parser = this.#saxes();
    this.#depth = 0;
    this.#carry = '';
    this.#inCdata = false;
    this.#event = this.#fed;
    this.#useful = this.#fed;
  }

  #feed(file: OpenFile, start: number): XmlEnd {
    this.#documentAt = start;
    const bytes = Buffer.allocUnsafe(CHUNK);
    let filled = file.read(bytes, 0, start);
    let position = start + filled;
    const reader = detectEncoding(bytes.subarray(0, filled));
    const fast = this.#fast && reader.ascii;
    let from = reader.skip;
    let started = false;
    for (;;) {
      // Pieces end with a block where possible, so that few blocks are split.
      const block = fast ? bytes.subarray(0, filled).lastIndexOf(this.#closing) : -1;
      const until = block > from ? block + this.#closing.length : filled;
      const piece = bytes.subarray(from, until);
      this.#pieceAt = position - filled;
      this.#fed += piece.length;
      // Blocks come later than the first tag.
      const ahead = started && fast ? 0 : fast ? piece.indexOf(60) + 1 || piece.length : piece.length;
      let text = reader.decode(piece.subarray(0, ahead), filled === 0);
      if (!started) {
        // White space, NULs and stray marks before the declaration are common and harmless.
        text = text.replace(/^[\s\uFEFF\0]+/, '');
        started = text !== '';
      }
      if (text) this.#write(text);
      if (ahead < piece.length) this.#blocksIn(piece, ahead, reader);
      this.#guard();
      this.#progress(this.#fed / Math.max(1, file.size));
      if (filled === 0) {
        if (this.#carry) this.#parser.write('&amp;');
        return 'cut';
      }
      bytes.copyWithin(0, until, filled);
      filled -= until;
      const read = file.read(bytes, filled, position);
      filled += read;
      position += read;
      from = 0;
    }
  }

  /** Plain blocks to the scanner, everything else to saxes. */
  #blocksIn(piece: Buffer, start: number, { decode }: TextDecoding): void {
    const parser = this.#parser;
    const slow = (from: number, to: number) => this.#write(decode(piece.subarray(from, to), false));
    let at = start;
    for (;;) {
      const next = afterBlanks(piece, at);
      const between = stateOf(parser) === BETWEEN_TAGS && this.#depth > 0;
      const follows = between && startsWithAt(this.#opening, piece, next);
      const from = follows ? next : piece.indexOf(this.#opening, at);
      if (from < 0) break;
      if (!follows) slow(at, from);
      const plain = this.#depth > 0 && stateOf(parser) === BETWEEN_TAGS;
      let end = plain ? this.#blocks.scan(piece, from) : -1;
      if (end >= 0 && this.#depth + this.#blocks.depth <= LIMITS.depth) {
        this.#event = this.#fed;
        this.#blocks.emit();
      } else {
        const closing = piece.indexOf(this.#closing, from);
        if (closing < 0) {
          at = from;
          break;
        }
        end = closing + this.#closing.length;
        slow(from, end);
      }
      at = end;
    }
    if (at < piece.length) slow(at, piece.length);
  }

  /** Ampersands that begin no entity, common in names, would hide all that follows: they are escaped. */
  #write(piece: string): void {
    const text = this.#carry + piece;
    this.#carry = '';
    if (!this.#inCdata && !text.includes('&') && !text.includes('<![CDATA[')) {
      this.#parser.write(text);
      return;
    }
    const end = this.#inCdata ? text.indexOf(']]>') : 0;
    if (end < 0) {
      this.#parser.write(text);
      return;
    }
    const rest = text.slice(end);
    this.#inCdata = rest.lastIndexOf('<![CDATA[') > rest.lastIndexOf(']]>');
    const unfinished = this.#inCdata ? null : UNFINISHED_ENTITY.exec(rest);
    this.#carry = unfinished?.[0] ?? '';
    const whole = rest.slice(0, rest.length - this.#carry.length);
    this.#parser.write(
      text.slice(0, end) + whole.replaceAll(BARE_AMPERSANDS, (found) => (found === '&' ? '&amp;' : found)),
    );
  }

  #guard(): void {
    if (this.#fed - this.#event > LIMITS.silentBytes) {
      throw new FileProblem(
        'too_long_text',
        'This file holds megabytes of text or blanks where a workout’s points should be. It is not a workout.',
      );
    }
    if (this.#fed - this.#useful > LIMITS.uselessBytes) {
      throw new FileProblem(
        'no_points',
        'We read far into this file and found no points of a workout. Check that it is the right file.',
      );
    }
  }

  #saxes(): SaxesParser {
    const parser = new SaxesParser({ position: false });
    const format = this.#format;
    let listening = false;
    const collectText = (text: string) => {
      this.#text =
        this.#text === '' && text.length < LIMITS.text ? text : truncate(this.#text + text, LIMITS.text);
    };
    const listen = (on: boolean) => {
      if (on === listening) return;
      listening = on;
      if (on) {
        parser.on('text', collectText);
        parser.on('cdata', collectText);
      } else {
        parser.off('text');
        parser.off('cdata');
      }
    };
    parser.on('opentag', (tag) => {
      this.#event = this.#fed;
      const { word } = this.#words.meaning(tag.name);
      if (this.#depth === 0) this.#root = tag.name;
      if (this.#depth === LIMITS.depth) {
        throw new FileProblem('too_deep', 'This file nests its elements deeper than any workout file does.');
      }
      this.#open[this.#depth++] = word;
      this.#text = '';
      listen(word.text);
      format.open(word, tag.attributes as Record<string, string>);
    });
    parser.on('closetag', () => {
      const word = this.#open[--this.#depth]!;
      listen(false);
      format.close(word, this.#text, this.#open[this.#depth - 1]);
      this.#text = '';
      // Other content after the root, often zeros of a device's memory, is ignored.
      if (this.#depth === 0) throw new Stop('whole');
    });
    parser.on('doctype', () => {
      throw new FileProblem(
        'doctype',
        'This file carries a document type declaration, which workout files never need and which can do harm. We do not read it.',
      );
    });
    parser.on('error', (error) => {
      if (HARMLESS.test(error.message) && ++this.#harmless < HARMLESS_MOST) return;
      throw new Stop('damaged');
    });
    return parser;
  }
}

/** Where a tag with this name, and no longer one, stands; -1 without it. */
function findTag(bytes: Buffer, tag: string, from: number): number {
  for (let at = bytes.indexOf(tag, from); at >= 0; at = bytes.indexOf(tag, at + 1)) {
    const after = at + tag.length;
    if (bytes[after] === 62 || afterBlanks(bytes, after) > after) return at;
  }
  return -1;
}

function afterBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9) at++;
  return at;
}
