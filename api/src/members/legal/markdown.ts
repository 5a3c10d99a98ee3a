import type { TextBlock, TextSpan } from '@waymark/api-contract';
import { operatorLink } from '@waymark/api-contract/outside-address';

const INLINE = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\][]+)\]\(([^()\s]+)\)/g;
const isLink = (href: string): boolean => href.startsWith('#') || operatorLink(href) !== null;

function spansOf(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let end = 0;
  const plain = (part: string) => part && spans.push({ text: part, style: 'plain' });
  for (const match of text.matchAll(INLINE)) {
    plain(text.slice(end, match.index));
    const [whole, strong, emphasis, code, label, href] = match;
    end = match.index + whole.length;
    if (strong !== undefined) spans.push({ text: strong, style: 'strong' });
    else if (emphasis !== undefined) spans.push({ text: emphasis, style: 'emphasis' });
    else if (code !== undefined) spans.push({ text: code, style: 'code' });
    else if (label !== undefined)
      // A link to anywhere else stays the text that it was.
      spans.push(
        href !== undefined && isLink(href)
          ? { text: label, style: 'plain', href }
          : { text: label, style: 'plain' },
      );
  }
  plain(text.slice(end));
  return spans;
}

const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const HEADING = /^(#{1,4})\s(.+)$/;
const BULLET = /^[-*]\s(.*)$/;
const NUMBERED = /^\d{1,9}[.)]\s(.*)$/;

/**
 * Reads headings, paragraphs, lists, emphasis, code and links of Markdown. Everything else, HTML among it, is text: a
 * legal page needs no more, and a file cannot put markup into a page.
 */
export function parseMarkdown(markdown: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const chunk of markdown.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    const lines = chunk.split('\n').map((line) => line.trim());
    let paragraph: string[] = [];
    let items: string[] = [];
    let isOrdered = false;
    const close = () => {
      if (paragraph.length > 0) blocks.push({ type: 'paragraph', spans: spansOf(paragraph.join(' ')) });
      if (items.length > 0) blocks.push({ type: 'list', is_ordered: isOrdered, items: items.map(spansOf) });
      paragraph = [];
      items = [];
    };
    for (const line of lines.filter(Boolean)) {
      const heading = HEADING.exec(line);
      const bullet = BULLET.exec(line);
      const item = bullet ?? NUMBERED.exec(line);
      if (heading) {
        close();
        const text = heading[2]!.trim();
        blocks.push({ type: 'heading', level: heading[1]!.length, id: idOf(text), spans: spansOf(text) });
      } else if (item) {
        if (paragraph.length > 0 || isOrdered !== !bullet) close();
        isOrdered = !bullet;
        items.push(item[1]!.trim());
      } else if (items.length > 0) items.push(`${items.pop() ?? ''} ${line}`);
      else paragraph.push(line);
    }
    close();
  }
  return blocks;
}
