import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import sharp from 'sharp';
import { encodeImage, readHeader } from './encode-image.ts';
import { imageKind } from './image-formats.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'waymark-photos-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function encode(bytes: Uint8Array) {
  const file = path.join(folder, 'picture');
  await writeFile(file, bytes);
  return encodeImage(file);
}

/** Red, green, blue and white in the corners, so that every turn and mirror looks different. */
async function corners(): Promise<Buffer> {
  const square = (background: string) => ({
    create: { width: 60, height: 40, channels: 3 as const, background },
  });
  return sharp({ create: { width: 120, height: 80, channels: 3, background: '#ffffff' } })
    .composite([
      { input: square('#ff0000'), left: 0, top: 0 },
      { input: square('#00ff00'), left: 60, top: 0 },
      { input: square('#0000ff'), left: 0, top: 40 },
    ])
    .png()
    .toBuffer();
}

async function colours(image: Buffer): Promise<string> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels;
    return [...data.subarray(from, from + 3)].map((value) => (value > 127 ? 1 : 0)).join('');
  };
  const [right, bottom] = [info.width - 10, info.height - 10];
  return [at(10, 10), at(right, 10), at(10, bottom), at(right, bottom)].join(' ');
}

for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
  test(`a picture held as EXIF ${orientation} says is upright`, async () => {
    const held = await sharp(await corners())
      .jpeg({ quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    const meant = await sharp(held).autoOrient().png().toBuffer({ resolveWithObject: true });
    const { width, height, images } = await encode(held);
    assert.deepEqual([width, height], [meant.info.width, meant.info.height]);
    for (const image of images.values()) assert.equal(await colours(image), await colours(meant.data));
  });

test('colours of a wide gamut are converted, and no profile is left to say otherwise', async () => {
  const red = await sharp({
    create: { width: 40, height: 40, channels: 3, background: { r: 200, g: 40, b: 40 } },
  })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  const raw = (image: Buffer) => sharp(image).raw().toBuffer();
  const { images } = await encode(red);
  const large = images.get('large')!;
  assert.equal((await sharp(large).metadata()).icc, undefined);
  const [r = 0, g = 0] = await raw(large);
  // sharp stores what 200, 40, 40 looks like in sRGB; the same colour comes back.
  assert.ok(Math.abs(r - 200) < 8 && Math.abs(g - 40) < 8, `${r} ${g}`);
});

test('grey, sixteen bits and glass come through', async () => {
  const base = sharp({ create: { width: 3000, height: 30, channels: 4, background: '#80808080' } });
  const grey = await base.clone().removeAlpha().greyscale().toColourspace('b-w').png().toBuffer();
  const deep = await base.clone().toColourspace('rgb16').png().toBuffer();
  for (const [bytes, alpha] of [
    [grey, false],
    [deep, true],
  ] as const) {
    const { width, height, images } = await encode(bytes);
    assert.deepEqual([width, height], [2048, 20]);
    const widths = await Promise.all(
      [...images.values()].map(async (i) => (await sharp(i).metadata()).width),
    );
    assert.deepEqual(widths, [320, 1024, 2048]);
    assert.equal((await sharp(images.get('large')).metadata()).hasAlpha, alpha);
  }
});

test('of an animation the first frame is taken, and a small picture stays small', async () => {
  const frame = (value: number) => Buffer.alloc(20 * 20 * 3, value);
  const gif = await sharp(Buffer.concat([frame(250), frame(5)]), {
    raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
  })
    .gif({ delay: [100, 100] })
    .toBuffer();
  assert.equal((await sharp(gif).metadata()).pages, 2);
  const { width, height, images } = await encode(gif);
  assert.deepEqual([width, height], [20, 20]);
  const [value = 0] = await sharp(images.get('small')).raw().toBuffer();
  assert.ok(value > 240);
});

test('formats that nobody may send have no reader, whatever a file is called', async () => {
  const tiff = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#123456' } })
    .tiff()
    .toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect/></svg>');
  for (const [name, bytes] of Object.entries({ tiff, svg, ppm: Buffer.from('P6\n1 1\n255\nabc') })) {
    await assert.rejects(encode(bytes), /unsupported image format/, name);
    await assert.rejects(readHeader(bytes), /unsupported image format/, name);
  }
});

test('pictures of members are read in the image process: nothing else of the API imports the image library', () => {
  const root = new URL('../../', import.meta.url);
  const importers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/testing|test(-helper)?\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, root), 'utf8');
      return [
        ...text.matchAll(/^import (?!type ).*['/](sharp|restricted-sharp\.ts|encode-image\.ts)';$/gm),
      ].map(([, imported]) => `${file} ${imported}`);
    });
  assert.deepEqual(
    importers.sort((a, b) => a.localeCompare(b)),
    [
      'kernel/images/encode-image.ts restricted-sharp.ts',
      'kernel/images/image-process.ts encode-image.ts',
      'kernel/images/restricted-sharp.ts sharp',
      // Shading is written, from heights; tiles of heights come from the server that the configuration names.
      'maps/elevation/terrain/shading.ts restricted-sharp.ts',
      'maps/elevation/terrarium.ts restricted-sharp.ts',
    ],
  );
});

test('what a file is says its beginning, not its name', async () => {
  const base = sharp({ create: { width: 16, height: 16, channels: 3, background: '#123456' } });
  for (const kind of ['jpeg', 'png', 'gif', 'webp', 'avif'] as const)
    assert.equal(imageKind(await base.clone().toFormat(kind).toBuffer()), kind);
  const box = (brand: string, ...others: string[]) => {
    const text = Buffer.from(`ftyp${brand}\0\0\0\0${others.join('')}`, 'latin1');
    const size = Buffer.alloc(4);
    size.writeUInt32BE(text.length + 4);
    return Buffer.concat([size, text, Buffer.alloc(30)]);
  };
  assert.equal(imageKind(box('heic', 'mif1')), 'heic');
  assert.equal(imageKind(box('mif1', 'mif1', 'heic')), 'heic');
  assert.equal(imageKind(box('mif1', 'miaf', 'avif')), 'avif');
  for (const other of [
    box('isom', 'mp42'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('x'),
  ])
    assert.equal(imageKind(other), null);
});
