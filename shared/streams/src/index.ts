export { MISSING, STREAM_KINDS, type StreamKind, type Streams } from './kinds.ts';
export { decodePlanes, unpackStreams } from './unpack.ts';
export { decodePolyline } from './polyline.ts';
export { simplifyTrack, thinByExtremes } from './thin.ts';
