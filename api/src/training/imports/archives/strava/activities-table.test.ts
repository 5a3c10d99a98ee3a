import assert from 'node:assert/strict';
import test from 'node:test';
import { readStravaActivities } from './activities-table.ts';
import { findActivityByName } from './activity-names.ts';

const HEADER =
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Average Speed,Elevation Gain,Max Heart Rate,Average Heart Rate,Calories';
const row = ({
  name = 'Ride',
  type = 'Ride',
  notes = '',
  file = 'activities/1.fit.gz',
  date = 'Jan 5, 2020, 7:30:12 PM',
} = {}) =>
  `77,"${date}",${name},${type},${notes},3600,25.10,180,,false,Left knee,Blue Bike,${file},70,,3605.0,3500.0,25098.2,12,7,210.5,181,150,600`;
const read = (text: string) => readStravaActivities(Buffer.from(text));

test('[WORK-03] of Strava columns with the same title the exact ones count', async () => {
  const { lines, damaged } = await read(`\uFEFF${HEADER}\r\n${row()}\r\n`);
  assert.equal(damaged, false);
  assert.equal(lines.length, 1);
  const { file, metadata: told, figures } = lines[0]!;
  assert.equal(file, 'activities/1.fit.gz');
  assert.deepEqual(
    [told.name, told.activityTypeId, told.gear, told.privateNote],
    ['Ride', 11, 'Blue Bike', 'Left knee'],
  );
  assert.deepEqual(
    [figures!.start, figures!.elapsed, figures!.moving, figures!.distance, figures!.ascent],
    ['2020-01-05T19:30:12.000Z', 3605, 3500, 25098.2, 210.5],
  );
  assert.deepEqual([figures!.heartrateAvg, figures!.heartrateMax, figures!.energy], [150, 181, 600 * 4184]);
});

test('[WORK-03] quoted fields hold line breaks, commas and quotes', async () => {
  const { lines } = await read(
    `${HEADER}\n${row({ name: '"Hills, ""again"""', notes: '"First line\nsecond, line"' })}\n${row({ name: 'Next' })}`,
  );
  assert.deepEqual(
    lines.map(({ metadata: told }) => [told.name, told.notes]),
    [
      ['Hills, "again"', 'First line\nsecond, line'],
      ['Next', null],
    ],
  );
});

test('[WORK-03] a table in another language is read by the place of its file column', async () => {
  const titles = HEADER.split(',')
    .map((_, i) => `Spalte ${i}`)
    .join(',');
  const { lines } = await read(`${titles}\n${row({ date: '05.01.2020, 19:30:12', type: 'Radfahrt' })}`);
  const { file, metadata: told, figures } = lines[0]!;
  assert.deepEqual(
    [file, told.name, told.gear, told.privateNote],
    ['activities/1.fit.gz', 'Ride', 'Blue Bike', 'Left knee'],
  );
  assert.deepEqual([figures!.distance, figures!.moving, told.activityTypeId], [25098.2, 3500, 11]);
});

const GERMAN =
  'Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,Max. Herzfrequenz,Relative Leistung,Pendelfahrt,Private Notiz zur Aktivität,Ausrüstung für Aktivität,Dateiname,Athletengewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Max. Geschwindigkeit,Durchschnittsgeschwindigkeit,Höhenmeter bergauf,Höhenmeter bergab,Tiefster Punkt,Höchster Punkt,Max. Steigung,Durchschnittliche Steigung,Durchschnittliche positive Steigung,Durchschnittliche negative Steigung,Max. Trittfrequenz,Durchschnittliche Trittfrequenz,Max. Herzfrequenz,Durchschnittliche Herzfrequenz,Max. Watt,Durchschnittliche Wattzahl,Kalorien';
const GERMAN_RUN =
  '7,"05.01.2020, 19:30:12",Von Hand,Lauf,Kalt,3900,"10,54",170,,false,Geheim,Blaue Schuhe,,70,,3900.0,3600.0,10543.21,4,2.9,120.5,110,1,2,3,4,5,6,90,80,171,150,,,650.5';

for (const [what, header] of [
  ['titles that come twice', GERMAN],
  [
    'the beginning of its lines',
    GERMAN.split(',')
      .map((_, i) => `Spalte ${i}`)
      .join(','),
  ],
] as const) {
  test(`[WORK-03] a table in another language without any file is read by ${what}`, async () => {
    const { lines, damaged } = await read(`${header}\n${GERMAN_RUN}\n`);
    assert.equal(damaged, false);
    const [{ file, metadata: told, figures }] = lines as [(typeof lines)[number]];
    assert.deepEqual(
      [file, told.name, told.notes, told.privateNote, told.gear, told.activityTypeId],
      [null, 'Von Hand', 'Kalt', 'Geheim', 'Blaue Schuhe', 16],
    );
    assert.deepEqual(
      [figures!.start, figures!.elapsed, figures!.moving, figures!.distance, figures!.ascent],
      ['2020-01-05T19:30:12.000Z', 3900, 3600, 10543.21, 120.5],
    );
    const known = header === GERMAN ? [171, 150, 650.5 * 4184] : [null, null, null];
    assert.deepEqual([figures!.heartrateMax, figures!.heartrateAvg, figures!.energy], known);
  });
}

for (const [names, id] of [
  [
    'Run, Lauf, Course à pied, CARRERA, Corsa, Corrida, Hardlopen, Bieg, Löpning, Løb, Juoksu, Běh, Koşu, Lari',
    16,
  ],
  [
    'Ride, Radfahrt, Sortie vélo, Bicicleta, Giro in bici, Pedalada, Fietsrit, Cykeltur, Pyöräily, Bersepeda',
    11,
  ],
  ['Walk, Spaziergang, Marche, Caminata, Camminata, Caminhada, Wandeling, Spacer, Promenad, Kävely', 9],
  ['Hike, Wanderung, Randonnée, Senderismo, Escursione, Trilha, Wędrówka, Vandring, Vaellus, Túra', 24],
  [
    'Swim, Schwimmen, Natation, Natación, Nuoto, Natação, Zwemmen, Pływanie, Simning, Uinti, Yüzme, Renang',
    15,
  ],
  ['Alpine Ski, Ski Alpin, Ski alpin, Esquí alpino, Sci alpino, Esqui alpino, Alpineskiën', 13],
  ['Nordic Ski, Langlauf, Ski de fond, Esquí de fondo, Sci di fondo, Längdskidåkning, Langrenn', 1600],
  ['Eislauf, Patin à glace, Schaatsen', 1604],
  ['Ski de randonnée, Skitour, Backcountry Ski', 1650],
  ['Virtueller Lauf, Course virtuelle', 1051],
  ['Rock Climb, Klettern, Escalade', 2300],
  ['Weight Training, Krafttraining, Musculation', 12],
  ['Morgendlicher Lauf', 16],
  ['Workout, Entraînement, Lauf Schwimmen, , constructor', null],
] as const) {
  test(`[WORK-03] activities by their names in many languages: ${names}`, () => {
    for (const name of names.split(', ')) assert.equal(findActivityByName(name), id, name);
  });
}

test('[WORK-03] an old table has metres, one with a single Distance kilometres', async () => {
  const old = await read(
    'id,date,name,type,description,elapsed_time,distance,commute,gear,filename\n1,2016-05-01 06:00:00,Run,Run,,1800,5012.3,false,Shoes,activities/1.gpx',
  );
  assert.equal(old.lines[0]!.figures!.distance, 5012.3);
  const short = await read(
    'Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Filename\n1,"May 1, 2016, 6:00:00 AM",Run,Run,1800,"5,01",',
  );
  assert.deepEqual([short.lines[0]!.figures!.distance, short.lines[0]!.file], [5010, null]);
});

const BROKEN: [what: string, text: string, lines: number, damaged: boolean][] = [
  ['empty', '', 0, false],
  ['a header only', HEADER, 0, false],
  ['another table', 'a,b,c\n1,2,3\n', 0, true],
  ['binary', '\0\x01\xff\xfe'.repeat(50), 0, true],
  [
    'a quote that never closes',
    `${HEADER}\n${row()}\n77,"Jan 5, never closed\n and on to the end\n`,
    1,
    true,
  ],
  ['too few and too many fields', `${HEADER}\n1,2\n${row()},more,and,more\n`, 2, false],
  ['a quote in the middle of a field', `${HEADER}\n${row({ name: '5" nails' })}\n${row()}`, 2, false],
  ['a field of megabytes', `${HEADER}\n${row({ notes: 'x'.repeat(3_000_000) })}\n${row()}`, 2, false],
];
for (const [what, text, count, damage] of BROKEN) {
  test(`[WORK-03] a broken table: ${what}`, async () => {
    const { lines, damaged } = await read(text);
    assert.deepEqual([lines.length, damaged], [count, damage]);
  });
}
