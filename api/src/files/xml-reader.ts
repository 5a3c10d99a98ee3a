import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { LIMITS } from './limits.ts';
import { FileProblem } from './problem.ts';
import { BlockScanner } from './xml-block.ts';
import { textReader } from './xml-text.ts';
import { type Word, Words, type XmlFormat } from './xml-words.ts';

const CHUNK = 64 * 1024;
/** Faults that leave the structure intact: an entity of HTML, a control character in a name. */
const HARMLESS =
  /undefined entity|disallowed character\.|malformed character entity|duplicate attribute|"\]\]>"/;
const HARMLESS_MOST = 1000;

/** `whole`: the root was closed. `cut`: the file ended before. `damaged`: no XML from some place on. */
export type XmlEnd = 'whole' | 'cut' | 'damaged';

/** `fast` false leaves every byte to saxes, for comparison. `progress` hears the share of the bytes that are read. */
export type Reading = { fast?: boolean; progress?: (share: number) => void };

class Stop extends Error {}

/** saxes keeps to itself whether it stands between tags; this is how it says so. Absent, nothing is fast. */
const stateOf = (parser: SaxesParser) => (parser as unknown as { state?: number }).state;
const BETWEEN_TAGS = stateOf(new SaxesParser().write('<a>'));

/**
 * Reads an XML file in pieces and never holds the document. Prefixes need no declaration. Throws a
 * FileProblem for a doctype, too much depth, too long a text, too many bytes and wrong encoding; broken
 * XML is no exception but an end, so that what stood before it can be kept.
 */
export class XmlReader<W extends Word> {
  #format: XmlFormat<W>;
  #fast: boolean;
  #progress: (share: number) => void;
  #words: Words<W>;
  #blocks: BlockScanner<W>;
  #parser: SaxesParser;
  #fed = 0;
  #event = 0;
  #useful = 0;
  #depth = 0;
  #open: W[] = [];
  #text = '';
  #harmless = 0;

  constructor(format: XmlFormat<W>, { fast = true, progress = () => {} }: Reading = {}) {
    this.#format = format;
    this.#fast = fast && BETWEEN_TAGS !== undefined;
    this.#progress = progress;
    this.#words = new Words(format);
    this.#blocks = new BlockScanner(this.#words);
    this.#parser = this.#saxes();
  }

  /** Called by the format when a point or lap was read: the file is not a void. */
  useful(): void {
    this.#useful = this.#fed;
  }

  read(path: string): XmlEnd {
    const fd = openSync(path, 'r');
    try {
      const { size } = fstatSync(fd);
      if (size > LIMITS.xmlBytes) {
        throw new FileProblem(
          'too_big',
          `This file is larger than ${Math.round(LIMITS.xmlBytes / 1048576)} MB, more than one workout can be. Split it and try again.`,
        );
      }
      return this.#feed(fd, size);
    } catch (error) {
      if (error instanceof Stop) return error.message as XmlEnd;
      throw error;
    } finally {
      closeSync(fd);
    }
  }

  #feed(fd: number, size: number): XmlEnd {
    const bytes = Buffer.allocUnsafe(CHUNK);
    const closing = `</${this.#format.block}>`;
    let filled = readSync(fd, bytes, 0, CHUNK, 0);
    let position = filled;
    const reader = textReader(bytes.subarray(0, filled));
    let from = reader.skip;
    let started = false;
    for (;;) {
      // Pieces end with a block where they can, so that few blocks are torn apart.
      const block = this.#fast ? bytes.subarray(0, filled).lastIndexOf(closing) : -1;
      const until = block > from ? block + closing.length : filled;
      let text = reader.decode(bytes.subarray(from, until), filled === 0);
      if (!started) {
        // White space, NULs and stray marks before the declaration are common and harmless.
        text = text.replace(/^[\s\uFEFF\0]+/, '');
        started = text !== '';
      }
      this.#fed += until - from;
      if (text) this.#write(text);
      this.#guard();
      this.#progress(this.#fed / Math.max(1, size));
      if (filled === 0) return 'cut';
      bytes.copyWithin(0, until, filled);
      filled -= until;
      const read = readSync(fd, bytes, filled, CHUNK - filled, position);
      filled += read;
      position += read;
      from = 0;
    }
  }

  /** Plain blocks to the scanner, everything else to saxes. */
  #write(text: string): void {
    const parser = this.#parser;
    const opening = `<${this.#format.block}`;
    const closing = `</${this.#format.block}>`;
    let at = 0;
    // Entities are saxes' business; one search for the next one serves many blocks.
    let entity = this.#fast ? text.indexOf('&') : 0;
    while (this.#fast) {
      const from = text.indexOf(opening, at);
      const end = from < 0 ? 0 : text.indexOf(closing, from) + closing.length;
      if (end < closing.length) break;
      if (stateOf(parser) !== BETWEEN_TAGS || !isBlank(text, at, from)) parser.write(text.slice(at, from));
      at = from;
      while (entity >= 0 && entity < from) entity = text.indexOf('&', entity + 1);
      const plain = this.#depth > 0 && stateOf(parser) === BETWEEN_TAGS && (entity < 0 || entity >= end);
      if (!plain || !this.#blocks.scan(text, from, end) || !this.#emit()) {
        parser.write(text.slice(from, end));
      }
      at = end;
    }
    if (at < text.length) parser.write(text.slice(at));
  }

  /** False when the block is too deep; saxes will say so. */
  #emit(): boolean {
    const { length, depth } = this.#blocks;
    if (this.#depth + depth > LIMITS.depth) return false;
    this.#event = this.#fed;
    for (let i = 0; i < length; i++) {
      const { word, attributes, text } = this.#blocks.step(i);
      if (attributes) this.#format.open(word, attributes);
      else this.#format.close(word, text);
    }
    return true;
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
    const hear = (text: string) => {
      this.#text =
        this.#text === '' && text.length < LIMITS.text ? text : (this.#text + text).slice(0, LIMITS.text);
    };
    const listen = (on: boolean) => {
      if (on === listening) return;
      listening = on;
      if (on) {
        parser.on('text', hear);
        parser.on('cdata', hear);
      } else {
        parser.off('text');
        parser.off('cdata');
      }
    };
    parser.on('opentag', (tag) => {
      this.#event = this.#fed;
      const { word } = this.#words.meaning(tag.name);
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
      format.close(word, this.#text);
      this.#text = '';
      // What follows the root, often zeros of a device's memory, is of no interest.
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

function isBlank(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return false;
  }
  return true;
}
