import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { RoutePoint } from '@waymark/api-contract';
import { decodePlan, packPlan } from '@waymark/routes';

/** Far above what 32 MB of posted JSON can come to. */
const LIMITS = { maxOutputLength: 64 * 1024 * 1024 };
const unfold = promisify<Uint8Array, object, Buffer>(zstdDecompress);

/**
 * Points as they are stored: the JSON that was sent and will be sent again, so that no number changes on the way and
 * reading them is no work for the thread that answers.
 */
export const packPoints = (json: Uint8Array): Uint8Array => zstdCompressSync(json);

/** The JSON of stored points, unpacked beside the answering thread. */
export const pointsJson = (data: Uint8Array): Promise<Buffer> => unfold(data, LIMITS);

/** For work apart: reads them on the spot. */
export const readPoints = (data: Uint8Array): RoutePoint[] =>
  JSON.parse(zstdDecompressSync(data, LIMITS).toString()) as RoutePoint[];

/** The packed course of stored points, for work apart. */
export const packStoredPlan = (data: Uint8Array): Uint8Array => packPlan(decodePlan(readPoints(data)));
