import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { buildZip, entryOf } from '../testing/zip-builder.ts';
import { withOpenZip } from './open-zip.ts';

test('an archive whose names fill the memory is refused before they do', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-zip-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'a.zip');
  const names = [1, 2, 3].map((n) => `${'x'.repeat(60_000)}${n}.gpx`);
  writeFileSync(file, buildZip(names.map((name) => entryOf(name, '<gpx/>'))));
  const open = (maxDirectoryBytes: number) =>
    withOpenZip(file, (_zip, entries) => Promise.resolve(entries.length), { maxDirectoryBytes });
  assert.equal(await open(200_000), 3);
  await assert.rejects(open(150_000), { code: 'zip_too_many', message: /^The names and comments .*[.]$/ });
});

const NAME_LENGTH = 7;
const RECORD_BYTES = 46 + NAME_LENGTH;
const ENTRIES = 1_000_000;

/** An archive of a million empty files that share one header: some 50 MB. @param told how many it says there are */
function writeMillionEntries(file: string, told: number): void {
  const local = Buffer.alloc(30 + NAME_LENGTH);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(NAME_LENGTH, 26);
  const fd = openSync(file, 'w');
  writeSync(fd, local);
  const records = Buffer.alloc(10_000 * RECORD_BYTES);
  for (let n = 0; n < ENTRIES; n++) {
    const at = (n % 10_000) * RECORD_BYTES;
    records.writeUInt32LE(0x02014b50, at);
    records.writeUInt16LE(NAME_LENGTH, at + 28);
    records.write(String(n).padStart(NAME_LENGTH, '0'), at + 46, 'latin1');
    if (at + RECORD_BYTES === records.length) writeSync(fd, records);
  }
  const directoryBytes = ENTRIES * RECORD_BYTES;
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(told), 24);
  end.writeBigUInt64LE(BigInt(told), 32);
  end.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end.writeBigUInt64LE(BigInt(local.length), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(local.length + directoryBytes), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.fill(0xff, 84, 96);
  writeSync(fd, end);
  closeSync(fd);
}

test('an archive of a million files is refused before its list is in memory, and one that lies yields what it says', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-zip-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'a.zip');
  const count = () => withOpenZip(file, (_zip, entries) => Promise.resolve(entries.length));
  writeMillionEntries(file, ENTRIES);
  const before = process.memoryUsage().rss;
  await assert.rejects(count(), { code: 'zip_too_many', message: /more than 50,000 files/ });
  const grownBytes = process.memoryUsage().rss - before;
  assert.ok(grownBytes < 32 * 1024 * 1024, `${grownBytes} bytes`);
  writeMillionEntries(file, 3);
  assert.equal(await count(), 3);
});
