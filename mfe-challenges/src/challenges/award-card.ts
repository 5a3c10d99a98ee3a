import type { ChallengeAward } from '@waymark/api-contract';
import { drawMedal } from '@waymark/social/award-medal';

const SIZE_PX = 1080;
const LINE_LENGTH_MAX = 26;
const LINES_MAX = 3;

interface AwardCardText {
  kind: ChallengeAward['kind'];
  /** Of the challenge. */
  title: string;
  /** 'Completed', 'First place'. */
  awardName: string;
  /** 'Robin Trail · 104 km · Nov 30, 2026'. */
  detail: string;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Whole words on up to three lines; what does not fit ends in an ellipsis. */
export function wrapTitle(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= LINE_LENGTH_MAX)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const fitting = lines
    .slice(0, LINES_MAX)
    .map((line) => (line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX - 1)}…` : line));
  if (lines.length > LINES_MAX && !fitting.at(-1)!.endsWith('…')) fitting[LINES_MAX - 1] += ' …';
  return fitting;
}

/** A square picture of an award, to be shared: medal, challenge, what was reached. */
export function drawAwardCard({ kind, title, awardName, detail }: AwardCardText): string {
  const text = (y: number, size: number, weight: number, fill: string, content: string) =>
    `<text x="540" y="${y}" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapeXml(content)}</text>`;
  const lines = wrapTitle(title);
  const below = 700 + lines.length * 68;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE_PX}" height="${SIZE_PX}" viewBox="0 0 ${SIZE_PX} ${SIZE_PX}">` +
    `<rect width="${SIZE_PX}" height="${SIZE_PX}" fill="#fbfaf7"/>` +
    `<path d="M0 930c170-120 300-110 430-40 120 64 220 60 330-30 110-88 210-90 320 10v210H0z" fill="#e3efe8"/>` +
    `<svg x="300" y="90" width="480" height="480" viewBox="0 0 200 200">${drawMedal(kind)}</svg>` +
    text(650, 44, 600, '#bf3c14', awardName) +
    lines.map((line, index) => text(724 + index * 68, 60, 700, '#17211e', line)).join('') +
    text(below + 24, 36, 400, '#4c5a54', detail) +
    text(1030, 34, 700, '#2f6b4f', 'Waymark') +
    '</svg>'
  );
}

/** The picture as a PNG file, which every app takes. */
export async function paintAwardCard(svg: string): Promise<Blob> {
  const image = new Image(SIZE_PX, SIZE_PX);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIZE_PX;
  canvas.height = SIZE_PX;
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture.'))), 'image/png');
  });
}
