import assert from 'node:assert/strict';
import test from 'node:test';
import type { Aggregates } from '@waymark/api-contract';
import { decodePolyline } from '@waymark/streams';
import { areasOfPlaces, eastward, metersApart } from '../testing.ts';
import { redactWorkout } from './redact-workout.ts';

const FIGURES = {} as Aggregates;

test('[DATA-03] a straight track keeps its visible part wherever the edge of a zone cuts it', () => {
  const streams = eastward(400);
  for (let centimetres = 0; centimetres < 10_000; centimetres += 17) {
    const zone = { lat: 0, lng: 0, radius: 1000 + centimetres / 100 };
    const redacted = redactWorkout(
      {
        ...FIGURES,
        activity_type_id: 16,
        start_at: new Date(0),
        polyline: null,
        bounds: [0, 0, 0.036, 0],
      },
      streams,
      areasOfPlaces(zone),
    );
    const places = decodePolyline(redacted!.polyline ?? '');
    assert.equal(places.length, 2, `radius ${zone.radius}`);
    for (const [lng, lat] of places) assert.ok(metersApart({ lat, lng }, zone) > zone.radius);
    assert.ok(metersApart({ lat: places[0]![1], lng: places[0]![0] }, zone) < zone.radius + 21);
  }
});
