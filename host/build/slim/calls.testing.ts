import { Axios } from 'axios';
import { axiosTransport, type Call } from '../../src/transport/transport.ts';

const send = axiosTransport(new Axios({ adapter: 'xhr' }));
const form = new FormData();
form.append('name', 'ride.fit');
const uploaded: object[] = [];
const leaving = new AbortController();

const CALLS: Call[] = [
  {
    method: 'GET',
    url: '/services/user?page=2#top',
    headers: { accept: 'text/plain', 'X-Own': ' a\u0007b ' },
  },
  { method: 'GET', url: 'https://files.example/found', headers: {} },
  { method: 'GET', url: '/services/refused', headers: {} },
  { method: 'GET', url: '/services/unreachable', headers: {} },
  { method: 'GET', url: '/services/bytes', headers: {}, responseType: 'arraybuffer' },
  { method: 'GET', url: '/services/refused', headers: {}, responseType: 'arraybuffer' },
  { method: 'POST', url: '/services/json', headers: {}, body: { name: 'ride' } },
  { method: 'PUT', url: '/services/json', headers: { 'Content-Type': 'text/plain' }, body: 'ride' },
  { method: 'PATCH', url: '/services/json', headers: {}, body: null },
  { method: 'POST', url: '/services/none', headers: {} },
  { method: 'DELETE', url: '/services/none', headers: {} },
  { method: 'POST', url: '/services/form', headers: {}, body: form },
  {
    method: 'POST',
    url: '/services/blob',
    headers: { 'content-type': 'application/fit' },
    body: new Blob(['ride']),
    onUploadProgress: (progress) => uploaded.push(progress),
  },
  { method: 'GET', url: '/services/left', headers: {}, signal: AbortSignal.abort() },
  { method: 'GET', url: '/services/hanging', headers: {}, signal: leaving.signal },
];

/** How each call ends, and what was told of uploads. What was sent is recorded by the page. */
export const outcomes = Promise.all(
  CALLS.map((call) => {
    const answer = send(call);
    if (call.signal === leaving.signal) setTimeout(() => leaving.abort(), 5);
    return answer;
  }),
).then((answers) => ({ answers, uploaded }));
