import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { LIMITS } from './limits.ts';
import { FileProblem } from './problem.ts';
import { textReader } from './xml-text.ts';

const CHUNK = 64 * 1024;
/** Faults that leave the structure intact: an entity of HTML, a control character in a name. */
const HARMLESS =
  /undefined entity|disallowed character\.|malformed character entity|duplicate attribute|"\]\]>"/;
const HARMLESS_MOST = 1000;

/** What an element name means to a format; `text` asks for its text: collecting white space costs a tenth. */
export type Word = { readonly text: boolean };

export type XmlFormat<W extends Word> = {
  /** By local name; prefixes are taken off, declared or not. */
  words: Readonly<Record<string, W>>;
  /** What every other name means. */
  other: W;
  open: (word: W, attributes: Record<string, string>) => void;
  /** `text` is what stood directly inside, up to the cap and not trimmed; empty unless asked for. */
  close: (word: W, text: string) => void;
};

/** `whole`: the root was closed. `cut`: the file ended before. `damaged`: no XML from some place on. */
export type XmlEnd = 'whole' | 'cut' | 'damaged';

/** `next` is what came after it last time: elements repeat, and comparing is cheaper than hashing. */
type Seen<W> = { name: string; word: W; next: Seen<W> | null };

class Stop extends Error {}

/**
 * Reads an XML file in pieces and never holds the document. Prefixes need no declaration. Throws a
 * FileProblem for a doctype, too much depth, too long a text, too many bytes and wrong encoding; broken
 * XML is no exception but an end, so that what stood before it can be kept.
 */
export class XmlReader<W extends Word> {
  #fed = 0;
  #event = 0;
  #useful = 0;
  #depth = 0;
  #open: W[] = [];
  #text = '';
  #harmless = 0;
  #seen = new Map<string, Seen<W>>();

  /** Called by the format when a point or lap was read: the file is not a void. */
  useful(): void {
    this.#useful = this.#fed;
  }

  read(path: string, format: XmlFormat<W>): XmlEnd {
    const fd = openSync(path, 'r');
    try {
      if (fstatSync(fd).size > LIMITS.xmlBytes) {
        throw new FileProblem(
          'too_big',
          `This file is larger than ${Math.round(LIMITS.xmlBytes / 1048576)} MB, more than one workout can be. Split it and try again.`,
        );
      }
      return this.#feed(fd, this.#parser(format));
    } catch (error) {
      if (error instanceof Stop) return error.message as XmlEnd;
      throw error;
    } finally {
      closeSync(fd);
    }
  }

  #feed(fd: number, parser: SaxesParser): XmlEnd {
    const bytes = Buffer.allocUnsafe(CHUNK);
    const head = bytes.subarray(0, readSync(fd, bytes, 0, CHUNK, 0));
    const reader = textReader(head);
    let piece = head.subarray(reader.skip);
    let position = head.length;
    let started = false;
    for (;;) {
      let text = reader.decode(piece, piece.length === 0);
      if (!started) {
        // White space, NULs and stray marks before the declaration are common and harmless.
        text = text.replace(/^[\s\uFEFF\0]+/, '');
        started = text !== '';
      }
      this.#fed += piece.length;
      if (text) parser.write(text);
      this.#guard();
      if (piece.length === 0) return 'cut';
      piece = bytes.subarray(0, readSync(fd, bytes, 0, CHUNK, position));
      position += piece.length;
    }
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

  #look(name: string, format: XmlFormat<W>): Seen<W> {
    const known = this.#seen.get(name);
    if (known) return known;
    const local = name.slice(name.indexOf(':') + 1);
    const word = Object.hasOwn(format.words, local) ? format.words[local]! : format.other;
    const seen: Seen<W> = { name, word, next: null };
    if (this.#seen.size < 500) this.#seen.set(name, seen);
    return seen;
  }

  #parser(format: XmlFormat<W>): SaxesParser {
    const parser = new SaxesParser({ position: false });
    let last: Seen<W> = { name: '', word: format.other, next: null };
    let listening = false;
    const hear = (text: string) => {
      this.#text =
        this.#text === '' && text.length < LIMITS.text ? text : (this.#text + text).slice(0, LIMITS.text);
    };
    const listen = () => {
      if (listening) return;
      listening = true;
      parser.on('text', hear);
      parser.on('cdata', hear);
    };
    const deafen = () => {
      if (!listening) return;
      listening = false;
      parser.off('text');
      parser.off('cdata');
    };
    parser.on('opentag', (tag) => {
      this.#event = this.#fed;
      let seen = last.next;
      if (seen === null || seen.name !== tag.name) {
        seen = this.#look(tag.name, format);
        last.next = seen;
      }
      last = seen;
      const { word } = seen;
      if (this.#depth === LIMITS.depth) {
        throw new FileProblem('too_deep', 'This file nests its elements deeper than any workout file does.');
      }
      this.#open[this.#depth++] = word;
      this.#text = '';
      if (word.text) listen();
      else deafen();
      format.open(word, tag.attributes as Record<string, string>);
    });
    parser.on('closetag', () => {
      const word = this.#open[--this.#depth]!;
      deafen();
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
